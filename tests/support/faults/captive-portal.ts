/** A network that wants to be signed in to: it answers everything, in the place of every server, with 200 and its own page. */
import { createServer } from 'node:http';

export const PORTAL_PAGE =
  '<!doctype html><html lang="en"><title>Guest Wi-Fi</title><h1>Welcome to the guest network</h1><form></form></html>';

export type CaptivePortal = {
  /** Paths that were asked for, each once. */
  asked(): ReadonlySet<string>;
  /** The person has signed in to the network, or gone to another one. */
  close(): Promise<void>;
};

/** At the port of a platform that has been stopped: 127.0.0.1 only. */
export async function openCaptivePortal(port: number): Promise<CaptivePortal> {
  const asked = new Set<string>();
  const head = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'max-age=3600',
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-allow-methods': '*',
    connection: 'close',
  };
  const server = createServer((request, response) => {
    asked.add(request.url?.split('?')[0] ?? '');
    response.writeHead(200, head).end(PORTAL_PAGE);
  });
  // A WebSocket gets the page too.
  server.on('upgrade', (request, socket) => {
    asked.add(request.url?.split('?')[0] ?? '');
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n${PORTAL_PAGE}`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    asked: () => asked,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
