/** Listens on this machine for the browser's redirect after a consent. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ConsentCallback = {
  /** The redirect URI. */
  address: string;
  /** Resolves to the code that arrived with this state, or undefined if the administrator declined. */
  code(state: string): Promise<string | undefined>;
  close(): void;
};

export async function openConsentCallback(port: number): Promise<ConsentCallback> {
  let came: (query: URLSearchParams) => boolean = () => false;
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isOurs = came(searchParams);
    response.writeHead(isOurs ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(isOurs ? 'This window can be closed: the terminal says what came of it.\n' : '');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    code: (state) =>
      new Promise((resolve) => {
        came = (query) => {
          if (query.get('state') !== state) return false;
          resolve(query.get('code') ?? undefined);
          return true;
        };
      }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
