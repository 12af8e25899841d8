/** The port of all host names: it listens before the platform is ready, and is left in order when the platform ends. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VERSION } from '#protocol/version.ts';
import type { PlatformOptions } from '../options.ts';
import { listenFailure } from '../start-failure.ts';
import { pathOf } from './error-answers.ts';
import { limitSockets, SOCKET_LIMITS, serverOptions } from './socket-limits.ts';

type OpenPort = {
  server: Server;
  port: number;
  /** Takes no new connections, and resolves when running calls are through, or have taken too long. */
  drained(): Promise<void>;
  /** Until then every call is answered that the platform is starting. */
  ready(): void;
};

/** How long running calls may take when the platform ends. */
const DRAIN_MS = 2_000;

/** Rejects with `StartFailure` where the port cannot be had. `limits`: a test changes them. */
export async function openPort(options: PlatformOptions, limits = SOCKET_LIMITS): Promise<OpenPort> {
  const server = createServer(serverOptions(limits));
  limitSockets(server, limits);
  const notYet = answerNotYet(server);
  const port = await listen(server, options);
  return { server, port, drained: createDrain(server), ready: notYet.end };
}

const STARTING: Readonly<Record<string, string>> = {
  '/healthz': JSON.stringify({ ok: true, version: VERSION }),
  '/readyz': '{"ready":false,"parts":{"platform":"starting"}}',
};

/** Between listening and being ready the platform says so, instead of leaving callers waiting. */
function answerNotYet(server: Server) {
  const answer: RequestListener = (request, response) => {
    const path = pathOf(request.url ?? '');
    // The process lives: who looks after it must not end it while a large database is being migrated.
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

/** Gives a function that takes no new connections and waits for running calls, but not for ever. */
function createDrain(server: Server): () => Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.once('close', resolve);
  });
  return async () => {
    server.close();
    server.closeIdleConnections();
    const patience = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearTimeout(patience);
  };
}
