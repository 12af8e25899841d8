/** The port of all host names: it listens before the platform is ready, and is left in order when the platform ends. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VERSION } from '#protocol/version.ts';
import type { PlatformOptions } from '../options.ts';
import { listenFailure } from '../start-failure.ts';
import { pathOf } from './error-answers.ts';

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

/**
 * Answers wait in memory for who asked. Where nobody takes anything of one for so long, its connection ends: a sleeping
 * laptop asks again, and who only opens connections cannot fill the platform.
 */
const STALLED_MS = 60_000;

/** Rejects with `StartFailure` where the port cannot be had. `stalledMs`: a test changes it. */
export async function openPort(options: PlatformOptions, stalledMs = STALLED_MS): Promise<OpenPort> {
  const server = createServer();
  endStalled(server, stalledMs);
  const notYet = answerNotYet(server);
  const port = await listen(server, options);
  return { server, port, drained: createDrain(server), ready: notYet.end };
}

const STARTING: Readonly<Record<string, string>> = {
  '/healthz': JSON.stringify({ ok: true, version: VERSION }),
  '/readyz': '{"ready":false,"parts":{"platform":"starting"}}',
};

/** A connection on which nothing moves may be waiting for its answer, or for another call: those stay. */
function endStalled(server: Server, stalledMs: number): void {
  server.setTimeout(stalledMs, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
}

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
