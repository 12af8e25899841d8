/** Lets browsers reach a server that speaks plain TCP: what websockify does before a VNC server. */
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import WebSocket, { WebSocketServer } from 'ws';

export type WebSocketBridge = {
  url: string;
  close(): Promise<void>;
};

/** To a port of 127.0.0.1. */
export async function startWebSocketBridge(targetPort: number): Promise<WebSocketBridge> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  const targets = new Set<Socket>();
  server.on('connection', (viewer) => {
    const target = connect(targetPort, '127.0.0.1');
    targets.add(target);
    viewer.on('message', (data) => target.write(data as Buffer));
    viewer.on('close', () => target.destroy());
    target.on('data', (bytes) => {
      if (viewer.readyState === WebSocket.OPEN) viewer.send(bytes);
    });
    target.on('error', () => {});
    target.on('close', () => {
      targets.delete(target);
      viewer.close();
    });
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      for (const target of targets) target.destroy();
      for (const viewer of server.clients) viewer.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
