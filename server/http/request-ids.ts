/**
 * Each call over HTTP has an id: the answer carries it, and so does every line of the log that is written while the call
 * is being answered, however deep in the platform.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createProxyTrust } from './trusted-proxies.ts';

const REQUEST_ID_HEADER = 'x-request-id';

type RunningCall = { id: string; isAnswered: boolean };

const calls = new AsyncLocalStorage<RunningCall>();

/** Ids as proxies make them. What is longer could be a secret, and the log would write it as one. */
const WELL_FORMED = /^[A-Za-z0-9_-]{8,39}$/;

/** The id of the call that is being answered; undefined outside of calls, and once the answer is through. */
export function currentRequestId(): string | undefined {
  const call = calls.getStore();
  return call?.isAnswered === false ? call.id : undefined;
}

/**
 * Returns the function that names a call. A trusted proxy's X-Request-Id is taken over where it is well-formed, so that
 * the lines of both logs can be put side by side; everybody else's is not looked at.
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

/** Answers carry the id of their call from now on, and `currentRequestId` knows it. To be called before other hooks. */
export function answerWithIds(app: FastifyInstance): void {
  const running = new WeakMap<IncomingMessage, RunningCall>();

  app.addHook('onRequest', (request, reply, done) => {
    const call = { id: request.id, isAnswered: false };
    running.set(request.raw, call);
    reply.header(REQUEST_ID_HEADER, call.id);
    // Also where the caller has gone before it was answered.
    reply.raw.once('close', () => {
      call.isAnswered = true;
    });
    calls.run(call, done);
  });

  // The body has been read by events of the socket, which do not belong to the call.
  app.addHook('preValidation', (request, _reply, done) => {
    const call = running.get(request.raw);
    if (call) calls.run(call, done);
    else done();
  });
}
