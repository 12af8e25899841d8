/** How many calls one address may make without saying who it is. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import { isLoopbackAddress } from '../options.ts';
import type { SecurityLog } from '../security-log.ts';
import { pathOf } from './error-answers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for every route that refuses calls without a good token. */
    checksToken?: boolean;
  }
}

export type CallLimits = {
  /** Calls of the auth service, of one address a minute. */
  auth: number;
  /** Pages, scripts and documents that need no token, of one address a minute. */
  open: number;
  /** Either, of the own machine. */
  loopback: number;
};

export const CALL_LIMITS: CallLimits = {
  // A whole school signs in from one address at nine o'clock.
  auth: 1_200,
  // And its thousand browsers load twenty files each, once: afterwards the service worker has them.
  open: 20_000,
  // Simulated classes, tests. Still an end to a loop that has run wild.
  loopback: 60_000,
};

/** Limits reads without a token on every route; `app.rateLimit()` is for the calls of the auth service. */
export async function limitCalls(
  app: FastifyInstance,
  { limits, security }: { limits: CallLimits; security: SecurityLog },
): Promise<void> {
  const mostFor = (kind: 'auth' | 'open') => (_request: FastifyRequest, address: string) =>
    isLoopbackAddress(address) ? limits.loopback : limits[kind];
  await app.register(rateLimit, {
    global: false,
    timeWindow: 60_000,
    max: mostFor('auth'),
    errorResponseBuilder: () =>
      new AppError('forbidden', 'Too many calls; wait a minute.', { detail: { status: 429 } }),
  });
  const limitOpen = app.rateLimit({
    max: mostFor('open'),
    groupId: 'open',
    onExceeded: (request, address) =>
      security.note({ what: 'limit-reached', reason: 'open-calls', address, about: pathOf(request.url) }),
  });
  app.addHook('onRequest', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && !isLimitedElsewhere(request)) await limitOpen.call(app, request, reply);
  });
}

/**
 * The auth service has a limit of its own for all of its calls, and a route that checks tokens refuses a wrong one. Any
 * other route does not look at tokens: a header that nobody checks spares no caller the limit.
 */
function isLimitedElsewhere({ url, headers, routeOptions }: FastifyRequest): boolean {
  const isChecked = routeOptions.config?.checksToken === true && headers.authorization !== undefined;
  return isChecked || url.startsWith('/auth/');
}
