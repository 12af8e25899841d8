/** A WebSocket for the viewer, at one path of 127.0.0.1. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from '../socket-door.ts';

/** The longest message of a viewer is its clipboard. */
const MAX_MESSAGE_BYTES = 256 * 1024;

export type ViewerLink = {
  send(bytes: Buffer): void;
  /** The bytes that were not sent yet. */
  buffered(): number;
  onBytes(call: (bytes: Buffer) => void): void;
  onClosed(call: () => void): void;
  close(): void;
};

export type ViewerPort = { port: number; close(): void };

/** `isFree` returns whether a viewer may connect now. */
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
      // A `close` event follows.
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
