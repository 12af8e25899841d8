/**
 * Assigns an id to each HTTP call. The response carries the id, and so does every log line that is written
 * while the call is handled.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createProxyTrust } from './trusted-proxies.ts';

const REQUEST_ID_HEADER = 'x-request-id';

type RunningCall = { id: string; isAnswered: boolean };

const calls = new AsyncLocalStorage<RunningCall>();

/** The format of proxies' ids. A longer value could be a secret, and would be logged. */
const WELL_FORMED = /^[A-Za-z0-9_-]{8,39}$/;

/** The id of the current call; undefined outside of calls, and after the response has ended. */
export function currentRequestId(): string | undefined {
  const call = calls.getStore();
  return call?.isAnswered === false ? call.id : undefined;
}

/**
 * Returns the function that assigns ids to calls. A well-formed X-Request-Id from a trusted proxy is reused,
 * so that the lines of both logs can be matched. From other clients the header is ignored.
 */
export function createRequestIds(options: {
  trustedProxies: readonly string[];
}): (request: IncomingMessage) => string {
  const isTrusted = createProxyTrust(options.trustedProxies);
  return ({ headers, socket }) => {
    const named = headers[REQUEST_ID_HEADER];
    const isNamed =
      typeof named === 'string' && WELL_FORMED.test(named) && isTrusted(socket.remoteAddress ?? '');
    return isNamed ? named : randomUUID();
  };
}

/** Adds the id to responses and sets `currentRequestId`. Must be called before other hooks are added. */
export function answerWithIds(app: FastifyInstance): void {
  const running = new WeakMap<IncomingMessage, RunningCall>();

  app.addHook('onRequest', (request, reply, done) => {
    const call = { id: request.id, isAnswered: false };
    running.set(request.raw, call);
    reply.header(REQUEST_ID_HEADER, call.id);
    // Emitted also if the client has disconnected before the response.
    reply.raw.once('close', () => {
      call.isAnswered = true;
    });
    calls.run(call, done);
  });

  // The body was read in events of the socket, outside of the call's async context.
  app.addHook('preValidation', (request, _reply, done) => {
    const call = running.get(request.raw);
    if (call) calls.run(call, done);
    else done();
  });
}
