/** Accepts WebSocket upgrades for the services that share the platform's port. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** How long the other side may take to answer a closing handshake. */
const STOP_TIMEOUT_MS = 2_000;

export type WebSockets = {
  /** `opened` is called after the handshake. */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    opened: (webSocket: WebSocket) => void,
  ): void;
  /** Accepts no more, and closes every open WebSocket after its closing handshake or a timeout. */
  close(): Promise<void>;
};

/** Rejects an upgrade and closes its connection. `status`: such as `404 Not Found`. `retryAfter`: seconds. */
export function refuseUpgrade(socket: Duplex, status: string, retryAfter?: number): void {
  // Without a listener, a peer that resets the connection would crash the process.
  socket.on('error', () => socket.destroy());
  const wait = retryAfter === undefined ? '' : `Retry-After: ${retryAfter}\r\n`;
  socket.end(`HTTP/1.1 ${status}\r\n${wait}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** `protocol`: the agreed subprotocol, if any. A message larger than `maxMessageBytes` closes its socket. */
export function createWebSockets({
  maxMessageBytes,
  protocol,
}: {
  maxMessageBytes: number;
  protocol?: string;
}): WebSockets {
  // `closeTimeout` is missing in the types of ws.
  const options = { closeTimeout: STOP_TIMEOUT_MS };
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: () => protocol ?? false,
    ...options,
  });

  return {
    accept(request, socket, head, opened) {
      server.handleUpgrade(request, socket, head, opened);
    },
    async close() {
      const open = [...server.clients];
      server.close();
      await Promise.all(
        open.map(
          (webSocket) =>
            new Promise<void>((resolve) => {
              webSocket.once('close', () => resolve());
              webSocket.close(1001);
            }),
        ),
      );
    },
  };
}
