/**
 * Says the runner's name to consoles in its own network, at `GET /dnslookup`. Whether a console can reach this server
 * is what proves in which network the console is: over the broker it would be reached from everywhere.
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export type NameServerOptions = {
  hostname: string;
  /** Consoles that may ask, as origins such as `https://acme.lectern.example`. */
  consoleOrigins: readonly string[];
  /** PEM. Only on loopback a name server goes without: browsers take nothing else from a page that has TLS. */
  tls?: { cert: string; key: string };
  /** 443 unless said; 0: any free one. */
  port?: number;
  /** All addresses of the machine with TLS, else loopback. */
  address?: string;
};

export type NameServer = {
  port: number;
  close(): Promise<void>;
};

const PATH = '/dnslookup';

/** Rejects where the port cannot be had. */
export async function startNameServer(options: NameServerOptions): Promise<NameServer> {
  const { tls, port = 443 } = options;
  const answer = (request: IncomingMessage, response: ServerResponse) => reply(request, response, options);
  const server = tls ? createHttpsServer(tls, answer) : createHttpServer(answer);
  server.requestTimeout = 5_000;
  server.maxConnections = 200;
  const address = tls ? options.address : '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(address !== undefined && { host: address }) }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function reply(
  { method, url = '', headers: { origin = '' } }: IncomingMessage,
  response: ServerResponse,
  { hostname, consoleOrigins }: NameServerOptions,
): void {
  const isKnown = consoleOrigins.includes(origin);
  const headers: Record<string, string> = { 'cache-control': 'no-store', vary: 'origin' };
  if (isKnown) headers['access-control-allow-origin'] = origin;
  const end = (status: number, more: Record<string, string> = {}, text = '') =>
    response.writeHead(status, { ...headers, ...more }).end(text);
  if (url.split('?')[0] !== PATH) return void end(404);
  if (!isKnown) return void end(403);
  if (method === 'OPTIONS') {
    // Browsers ask before a public page may call a machine of the local network.
    return void end(204, {
      'access-control-allow-methods': 'GET',
      'access-control-allow-private-network': 'true',
    });
  }
  if (method !== 'GET') return void end(405, { allow: 'GET' });
  end(200, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }, hostname);
}
