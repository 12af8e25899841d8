/**
 * Serves the runner's name at `GET /dnslookup` to consoles in its own network. A console that reaches this
 * server proves which network it is in; over the broker the runner can be reached from everywhere.
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export type NameServerOptions = {
  hostname: string;
  /** The origins of consoles that may request it, such as `https://acme.lectern.example`. */
  consoleOrigins: readonly string[];
  /** PEM. Only a server on loopback may do without: pages with TLS cannot call anything else. */
  tls?: { cert: string; key: string };
  /** 443 by default; 0 takes a free port. */
  port?: number;
  /** All addresses of the machine with TLS, otherwise loopback. */
  address?: string;
};

export type NameServer = {
  port: number;
  /** Uses this certificate for new connections. Throws if it is invalid. */
  replaceCertificate(tls: { cert: string; key: string }): void;
  close(): Promise<void>;
};

const PATH = '/dnslookup';
/** The text for a person who opens the address, for example to test the certificate. It contains no name. */
const FOR_PEOPLE =
  'This is the Site runner of this network. Your browser reaches it, and trusts its certificate. Go back to the console, and test again.\n';
const TEXT = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };

/** Rejects if the port is not available. */
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
  // Pages send an origin. A person who opens the address in a browser sends none.
  if (origin === undefined && method === 'GET' && (path === '/' || path === PATH))
    return void end(200, TEXT, FOR_PEOPLE);
  if (path !== PATH) return void end(404);
  if (!isKnown) return void end(403);
  if (method === 'OPTIONS') {
    // Browsers send a preflight before a public page may call a machine in the local network.
    return void end(204, {
      'access-control-allow-methods': 'GET',
      'access-control-allow-private-network': 'true',
    });
  }
  if (method !== 'GET') return void end(405, { allow: 'GET' });
  end(200, TEXT, hostname);
}
