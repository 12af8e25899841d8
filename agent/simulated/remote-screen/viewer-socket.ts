/** Where a viewer connects: a WebSocket at one path of 127.0.0.1. The only file of the simulated class that knows `ws`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/** The longest thing that a viewer says is what it has in its clipboard. */
const MAX_MESSAGE_BYTES = 256 * 1024;

export type ViewerLink = {
  send(bytes: Buffer): void;
  /** Bytes that are still on their way out. */
  buffered(): number;
  onBytes(call: (bytes: Buffer) => void): void;
  onClosed(call: () => void): void;
  close(): void;
};

export type ViewerPort = { port: number; close(): void };

/** `isFree`: whether one may come in now. */
export async function listenForViewer(options: {
  path: string;
  isFree: () => boolean;
  viewer: (link: ViewerLink) => void;
}): Promise<ViewerPort> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  const server = createServer((_request, reply) => reply.writeHead(404).end());
  server.on('upgrade', (request, socket, head) => {
    const refusal =
      request.url !== options.path ? '404 Not Found' : options.isFree() ? undefined : '409 Conflict';
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal}\r\nconnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (viewer) => {
      // `close` follows.
      viewer.on('error', () => {});
      options.viewer({
        send: (bytes) => viewer.send(bytes),
        buffered: () => viewer.bufferedAmount,
        onBytes: (call) => void viewer.on('message', (data) => call(data as Buffer)),
        onClosed: (call) => void viewer.on('close', call),
        close: () => viewer.close(),
      });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const viewer of sockets.clients) viewer.terminate();
      server.closeAllConnections();
    },
  };
}
