/**
 * Calls platforms whose names end in `.localhost`. Browsers resolve these names to their own machine, but Node
 * does not, and its `fetch` cannot send another host name than that of the address.
 */
import { request } from 'node:http';
import { type Fetch, globalFetch } from '#protocol/json-request.ts';

const isBelowLocalhost = (hostname: string) => hostname.endsWith('.localhost');

/** For WebSockets, whose paths and tokens name the tenant. Other addresses stay as they are. */
export function reachableUrl(url: string): string {
  const parsed = new URL(url);
  if (isBelowLocalhost(parsed.hostname)) parsed.hostname = '127.0.0.1';
  return parsed.href;
}

/** Rejects like `fetch` if the platform cannot be reached. */
export const localhostFetch: Fetch = (input, init) =>
  new URL(input).protocol === 'http:' && isBelowLocalhost(new URL(input).hostname)
    ? fetchFromLoopback(new URL(input), init)
    : globalFetch(input, init);

function fetchFromLoopback(url: URL, init: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const headers = { ...Object.fromEntries(new Headers(init.headers)), host: url.host };
    const call = request(
      {
        host: '127.0.0.1',
        port: url.port || 80,
        path: `${url.pathname}${url.search}`,
        method: init.method ?? 'GET',
        headers,
        ...(init.signal && { signal: init.signal }),
      },
      async (answer) => {
        try {
          const chunks = await answer.toArray();
          const { statusCode = 500 } = answer;
          const hasBody = statusCode !== 204 && statusCode !== 304;
          const fields = Object.entries(answer.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]);
          resolve(
            new Response(hasBody ? Buffer.concat(chunks) : null, { status: statusCode, headers: fields }),
          );
        } catch (error) {
          reject(error);
        }
      },
    );
    call.on('error', reject);
    call.end(typeof init.body === 'string' ? init.body : undefined);
  });
}
