/**
 * The server of the provider stand-ins, on loopback. It counts requests, throttles clients that send too
 * many, and simulates failures of a provider on request.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRateLimit } from '#base/rate-limit.ts';

export type StandInRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  bearer: string | undefined;
  headers: IncomingMessage['headers'];
  /** Fields of a form or of JSON. */
  body: Readonly<Record<string, unknown>>;
  origin: string;
};
/** `page`: HTML instead of a document. */
export type StandInAnswer = {
  status?: number;
  body?: unknown;
  page?: string;
  headers?: Record<string, string>;
};

/** A simulated failure. `flood` never ends and `silence` never answers; `slow` answers late. */
type Fault =
  | { name: 'throttle'; seconds: number }
  | { name: 'fail'; status: number }
  | { name: 'cut' }
  | { name: 'flood' }
  | { name: 'silence' }
  | { name: 'slow'; ms: number };

export type StandInServer = {
  /** Without a closing slash. */
  url: string;
  /** Paths with their queries, in order of receipt. */
  calls: readonly string[];
  /** Applies to the next `times` requests with a path that contains `path`; with `Infinity` until `calm`. */
  provoke(fault: Fault, on?: { path?: string; times?: number }): void;
  /** Throttles all requests for this time. */
  throttleFor(ms: number): void;
  /** Ends all simulated failures. */
  calm(): void;
  close(): Promise<void>;
};

type Handlers = {
  answer(request: StandInRequest): StandInAnswer;
  throttled(seconds: number): StandInAnswer;
};

/** More than an import of a school needs, and less than an endless loop sends. */
const CALLS_PER_MINUTE = 1_200;
const WAIT_SECONDS = 10;
const MAX_BODY = 1024 * 1024;
const MAX_CALLS_KEPT = 1_000;

export async function startStandInServer({ answer, throttled }: Handlers): Promise<StandInServer> {
  const calls: string[] = [];
  const faults: { fault: Fault; path: string; times: number }[] = [];
  let throttledUntil = 0;
  const rate = createRateLimit({ perMinute: CALLS_PER_MINUTE, now: Date.now });
  let url = '';

  const faultOf = (path: string): Fault | undefined => {
    const found = faults.find((each) => each.times > 0 && path.includes(each.path));
    if (found) found.times -= 1;
    return found?.fault;
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', url);
    calls.push(`${address.pathname}${address.search}`);
    if (calls.length > MAX_CALLS_KEPT) calls.shift();
    // Browsers request it for the page of a consent.
    if (address.pathname === '/favicon.ico') return send(response, { status: 204 });
    const fault = faultOf(address.pathname);
    if (fault?.name === 'silence') return;
    if (fault?.name === 'cut') return cut(response);
    if (fault?.name === 'flood') return flood(response);
    if (fault?.name === 'fail') return send(response, { status: fault.status });
    if (fault?.name === 'throttle') return send(response, throttled(fault.seconds));
    if (fault?.name === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    const restMs = throttledUntil - Date.now();
    if (restMs > 0) return send(response, throttled(Math.ceil(restMs / 1_000)));
    if (!rate.take('all')) return send(response, throttled(WAIT_SECONDS));
    const body = await bodyOf(request);
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const { method = 'GET' } = request;
    const { pathname: path, searchParams: query } = address;
    const { headers } = request;
    send(response, answer({ method, path, query, bearer, headers, body, origin: url }));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => send(response, { status: 500 }));
  });
  url = `http://127.0.0.1:${await listen(server)}`;
  return {
    url,
    calls,
    provoke: (fault, { path = '', times = 1 } = {}) => void faults.push({ fault, path, times }),
    throttleFor(ms) {
      throttledUntil = Date.now() + ms;
    },
    calm() {
      faults.length = 0;
      throttledUntil = 0;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const listen = (server: Server) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

function send(response: ServerResponse, { status = 200, body, page, headers = {} }: StandInAnswer): void {
  if (response.headersSent) return;
  if (page !== undefined) {
    response.writeHead(status, { 'content-type': 'text/html; charset=UTF-8', ...headers });
    response.end(page);
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}

/** Breaks the connection in the middle of an answer. */
function cut(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"courses": [');
  setImmediate(() => response.destroy());
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const piece = ' '.repeat(64 * 1024);
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const piece of request) {
    text += piece;
    if (text.length > MAX_BODY) throw new Error('too much');
  }
  if (text === '') return {};
  return request.headers['content-type']?.startsWith('application/json')
    ? JSON.parse(text)
    : Object.fromEntries(new URLSearchParams(text));
}
