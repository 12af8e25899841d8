/** A page that loses its only connection in a transfer, and finds no other. */
import type { Page } from '@playwright/test';

/**
 * `way`: no connection finds a way to the other side, as behind a firewall that lets nothing through. `peer server`: its
 * line is gone, and it gets no other.
 */
type Loss = 'way' | 'peer server';

type Losing = {
  lecternProbe: { connections: readonly RTCPeerConnection[]; received: readonly number[] };
  regain?: () => void;
};

/**
 * Waits until so many bytes of files have come over the page's first connection, and takes it away in one moment with
 * what leads to another. Resolves then; the answer gives all back. The page is probed (file-exchange.ts).
 */
export async function loseWhenReceived(page: Page, loss: Loss, bytes: number): Promise<() => Promise<void>> {
  await page.evaluate(
    async ({ what, limit }) => {
      const losing = window as unknown as Losing;
      const { connections, received } = losing.lecternProbe;
      while ((received[0] ?? 0) < limit) await new Promise((resolve) => setTimeout(resolve, 1));
      const { RTCPeerConnection: Connection, WebSocket: Socket } = window;
      losing.regain = () => void Object.assign(window, { RTCPeerConnection: Connection, WebSocket: Socket });
      if (what === 'way') {
        window.RTCPeerConnection = class extends Connection {
          constructor(configuration?: RTCConfiguration) {
            // There is no relay.
            super({ ...configuration, iceTransportPolicy: 'relay' });
          }
        };
      } else {
        window.WebSocket = class extends Socket {
          constructor(url: string | URL, protocols?: string | string[]) {
            super(url, protocols);
            if (new URL(url, location.href).pathname.startsWith('/peerjs')) this.close();
          }
        };
        for (const socket of window.peerProbe?.sockets ?? []) socket.close();
      }
      connections[0]?.close();
    },
    { what: loss, limit: bytes },
  );
  return () => page.evaluate(() => (window as unknown as Losing).regain?.());
}
