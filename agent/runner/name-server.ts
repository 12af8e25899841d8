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
  /** Connections from now on get this certificate. Throws where it is none. */
  replaceCertificate(tls: { cert: string; key: string }): void;
  close(): Promise<void>;
};

const PATH = '/dnslookup';
/** For people who open the address themselves, such as to see whether their browser trusts its certificate. It names nothing. */
const FOR_PEOPLE =
  'This is the Site runner of this network. Your browser reaches it, and trusts its certificate. Go back to the console, and test again.\n';
const TEXT = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };

/** Rejects where the port cannot be had. */
export async function startNameServer(options: NameServerOptions): Promise<NameServer> {
  const { tls, port = 443 } = options;
  const answer = (request: IncomingMessage, response: ServerResponse) => reply(request, response, options);
  const secure = tls && createHttpsServer(tls, answer);
  const server = secure ?? createHttpServer(answer);
  server.requestTimeout = 5_000;
  server.maxConnections = 200;
  const address = tls ? options.address : '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(address !== undefined && { host: address }) }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    replaceCertificate: (next) => secure?.setSecureContext(next),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function reply(
  { method, url = '', headers: { origin } }: IncomingMessage,
  response: ServerResponse,
  { hostname, consoleOrigins }: NameServerOptions,
): void {
  const isKnown = origin !== undefined && consoleOrigins.includes(origin);
  const headers: Record<string, string> = { 'cache-control': 'no-store', vary: 'origin' };
  if (isKnown) headers['access-control-allow-origin'] = origin;
  const end = (status: number, more: Record<string, string> = {}, text = '') =>
    response.writeHead(status, { ...headers, ...more }).end(text);
  const path = url.split('?')[0];
  // A page that asks says whose it is; a person who opens the address comes without an origin.
  if (origin === undefined && method === 'GET' && (path === '/' || path === PATH))
    return void end(200, TEXT, FOR_PEOPLE);
  if (path !== PATH) return void end(404);
  if (!isKnown) return void end(403);
  if (method === 'OPTIONS') {
    // Browsers ask before a public page may call a machine of the local network.
    return void end(204, {
      'access-control-allow-methods': 'GET',
      'access-control-allow-private-network': 'true',
    });
  }
  if (method !== 'GET') return void end(405, { allow: 'GET' });
  end(200, TEXT, hostname);
}
