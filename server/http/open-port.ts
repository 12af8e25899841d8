/** The port of all host names. It listens before the platform is ready and closes gracefully. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PlatformOptions } from '#base/platform-options.ts';
import { listenFailure } from '#base/start-failure.ts';
import { VERSION } from '#protocol/version.ts';
import { pathOf } from './error-answers.ts';
import { limitSockets, SOCKET_LIMITS, serverOptions } from './socket-limits.ts';

type OpenPort = {
  server: Server;
  port: number;
  /** Stops accepting connections. Resolves when the calls in progress have ended or timed out. */
  drained(): Promise<void>;
  /** Until this is called, every request is answered with “the platform is starting”. */
  ready(): void;
};

/** How long calls in progress may take when the platform stops. */
const STOP_TIMEOUT_MS = 2_000;

/** Rejects with `StartFailure` if the port is not available. `limits`: set by tests. */
export async function openPort(options: PlatformOptions, limits = SOCKET_LIMITS): Promise<OpenPort> {
  const server = createServer(serverOptions(limits));
  limitSockets(server, limits);
  const starting = answerWhileStarting(server);
  const port = await listen(server, options);
  return { server, port, drained: createDrain(server), ready: starting.end };
}

const STARTING: Readonly<Record<string, string>> = {
  '/healthz': JSON.stringify({ ok: true, version: VERSION }),
  '/readyz': '{"ready":false,"parts":{"platform":"starting"}}',
};

/** Between listening and being ready, requests are answered instead of left waiting. */
function answerWhileStarting(server: Server) {
  const answer: RequestListener = (request, response) => {
    const path = pathOf(request.url ?? '');
    // Healthy, so that a supervisor does not end the process while a large database is migrated.
    const status = path === '/healthz' ? 200 : 503;
    response.writeHead(status, { 'retry-after': '1', 'content-type': 'application/json' });
    response.end(STARTING[path] ?? '{"code":"server","message":"The platform is starting.","messages":[]}');
  };
  server.on('request', answer);
  return { end: () => server.off('request', answer) };
}

function listen(server: Server, { port, listen: host }: PlatformOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => reject(listenFailure(error, host, port));
    server.once('error', failed);
    server.listen({ port, host }, () => {
      server.off('error', failed);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Returns a function that stops accepting connections and waits for calls in progress, with a timeout. */
function createDrain(server: Server): () => Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.once('close', resolve);
  });
  return async () => {
    server.close();
    server.closeIdleConnections();
    const timer = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS);
    await closed;
    clearTimeout(timer);
  };
}
