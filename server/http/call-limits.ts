/** How many calls one network address, one credential and one account may make. */
import rateLimit, { type CreateRateLimitOptions, normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashSecret } from '../auth/secrets/secrets.ts';
import type { RedisClient } from '../processes/redis.ts';
import type { SecurityLog } from '../security-log.ts';
import { pathOf } from './error-answers.ts';
import { isLoopbackAddress } from './loopback.ts';
import { tooMany } from './too-many.ts';
import { WindowStore } from './window-store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for every route that refuses calls without a good token, and counts them for the account. */
    checksToken?: boolean;
    /** Set for every route of the auth service, which has limits of its own. */
    isAuth?: boolean;
  }
}

/** Each is a number of calls a minute. */
export type CallLimits = {
  /** Sign-ins, enrolments and tickets, of one address. */
  auth: number;
  /** Renewals of tokens and sign-outs, of one address. */
  refresh: number;
  /** Calls of the auth service with one credential, from any address. */
  credential: number;
  /** Pages, scripts, documents, pictures and forms, which need no token, of one address. */
  open: number;
  /** Any of those, of the own machine. */
  loopback: number;
  /** Calls of REST with a token that is not good, of one address. */
  refusedTokens: number;
  /** Reads over REST of one tutor, device or runner. */
  reads: number;
  /** Changes over REST, likewise. */
  changes: number;
};

export const CALL_LIMITS: CallLimits = {
  // A whole school starts its machines at eight, behind one address: each enrols and asks for a ticket to its peers.
  auth: 6_000,
  // Three thousand devices come back after an outage, and a flood of guesses at the other calls shall not keep the
  // tutors of the same address from going on.
  refresh: 6_000,
  // A console renews once in some minutes, and asks for a ticket for each tab and each break of its network.
  credential: 240,
  // A thousand browsers load twenty files each, once: afterwards the service worker has them.
  open: 20_000,
  // Simulated classes, tests. Still an end to a loop that has run wild.
  loopback: 60_000,
  // Consoles and devices that come out of their sleep with an old token try it once.
  refusedTokens: 6_000,
  // The lists of a school of ten thousand are forty pages; after a change every tab of the tutor may read some again.
  reads: 6_000,
  // A policy for a selection of 500 people is 500 changes at once.
  changes: 1_200,
};

const REFRESH = /^\/auth\/(refresh|logout)$/;

export type LimitedCalls = {
  /** For the scope of the auth service: by address, then by the credential that is shown. */
  limitAuth(scope: FastifyInstance): void;
};

/** Limits every call that needs no token by its address, whatever its method, those to unknown paths too. */
export async function limitCalls(
  app: FastifyInstance,
  {
    limits,
    security,
    redis,
  }: { limits: CallLimits; security: Pick<SecurityLog, 'note'>; redis?: RedisClient | undefined },
): Promise<LimitedCalls> {
  // Several processes count together. While Redis is away nobody is refused.
  const counts = redis ? { redis, nameSpace: 'lectern:calls:', skipOnError: true } : { store: WindowStore };
  await app.register(rateLimit, { global: false, timeWindow: 60_000, ...counts });

  /** Throws the refusal. */
  function limiter(options: CreateRateLimitOptions, exceeded?: (request: FastifyRequest) => void) {
    const count = app.createRateLimit(options);
    return async (request: FastifyRequest): Promise<void> => {
      const counted = await count(request);
      if (counted.isAllowed || !counted.isExceeded) return;
      exceeded?.(request);
      throw tooMany('Too many calls from your network; wait a minute.', Math.max(1, counted.ttlInSeconds));
    };
  }

  const byAddress = (kind: 'auth' | 'refresh' | 'open') => ({
    max: ({ ip }: FastifyRequest) => (isLoopbackAddress(ip) ? limits.loopback : limits[kind]),
    // In Redis all limits are in one place, which need not know addresses. A network of IPv6 counts as one address.
    keyGenerator: ({ ip }: FastifyRequest) => `${kind} ${hashSecret(normalizeIP(ip))}`,
  });
  const open = limiter(byAddress('open'), ({ ip, url }) =>
    security.note({ what: 'limit-reached', reason: 'open-calls', address: ip, about: pathOf(url) }),
  );
  // What the auth service refuses, its own scope notes.
  const auth = limiter(byAddress('auth'));
  const refresh = limiter(byAddress('refresh'));
  const credential = limiter({
    max: limits.credential,
    keyGenerator: ({ headers }) => hashSecret(headers.authorization ?? ''),
  });

  app.addHook('onRequest', async (request) => {
    if (!isLimitedElsewhere(request)) await open(request);
  });

  return {
    limitAuth(scope) {
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, isAuth: true };
      });
      scope.addHook('onRequest', async (request) => {
        await (REFRESH.test(pathOf(request.url)) ? refresh : auth)(request);
        if (request.headers.authorization !== undefined) await credential(request);
      });
    },
  };
}

/**
 * A route that checks tokens refuses a wrong one, and counts. Any other route does not look at tokens: a header that
 * nobody checks spares no caller the limit.
 */
function isLimitedElsewhere({ headers, routeOptions: { config } }: FastifyRequest): boolean {
  return config?.isAuth === true || (config?.checksToken === true && headers.authorization !== undefined);
}
