/** Limits the calls of one network address, one credential and one account. */
import rateLimit, { type CreateRateLimitOptions, normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RedisClient } from '#base/redis.ts';
import { hashSecret } from '#base/secrets.ts';
import type { SecurityLog } from '#base/security-log.ts';
import { pathOf } from './error-answers.ts';
import { isLoopbackAddress } from './loopback.ts';
import { tooMany } from './too-many.ts';
import { WindowStore } from './window-store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for every route that rejects calls without a valid token and counts calls per account. */
    checksToken?: boolean;
    /** Set for every route of the auth service, which has its own limits. */
    isAuth?: boolean;
  }
}

/** Numbers of calls per minute. */
export type CallLimits = {
  /** Sign-ins, enrolments and tickets from one address. */
  auth: number;
  /** Token refreshes and sign-outs from one address. */
  refresh: number;
  /** Calls of the auth service with one credential, from any address. */
  credential: number;
  /** Requests without a token from one address: pages, scripts, documents, pictures and forms. */
  open: number;
  /** All the above from this machine. */
  loopback: number;
  /** REST calls with an invalid token from one address. */
  refusedTokens: number;
  /** REST reads of one tutor, device or runner. */
  reads: number;
  /** REST writes of one tutor, device or runner. */
  changes: number;
};

export const CALL_LIMITS: CallLimits = {
  // A whole school starts its machines at eight, behind one address. Each enrols and requests a peer ticket.
  auth: 6_000,
  // Three thousand devices reconnect after an outage. This limit is separate, so that a flood of guesses at
  // the other calls does not lock out the tutors of the same address.
  refresh: 6_000,
  // A console refreshes every few minutes, and requests a ticket for each tab and each network break.
  credential: 240,
  // A thousand browsers load twenty files each, once. Afterwards the service worker has them.
  open: 20_000,
  // Simulated classes and tests. The limit still stops an endless loop.
  loopback: 60_000,
  // Consoles and devices that wake from sleep with an old token use it once.
  refusedTokens: 6_000,
  // The lists of a school of ten thousand are forty pages. After a change each tab may reload some.
  reads: 6_000,
  // Applying a policy to 500 selected people sends 500 writes at once.
  changes: 1_200,
};

const REFRESH = /^\/auth\/(refresh|logout)$/;

export type LimitedCalls = {
  /** Limits the auth service by address, then by the credential sent. */
  limitAuth(scope: FastifyInstance): void;
};

/** Limits every call without a token by its address: any method, also to unknown paths. */
export async function limitCalls(
  app: FastifyInstance,
  {
    limits,
    security,
    redis,
  }: { limits: CallLimits; security: Pick<SecurityLog, 'note'>; redis?: RedisClient | undefined },
): Promise<LimitedCalls> {
  // Several processes share their counts in Redis. While Redis is unavailable, no call is rejected.
  const counts = redis ? { redis, nameSpace: 'lectern:calls:', skipOnError: true } : { store: WindowStore };
  await app.register(rateLimit, { global: false, timeWindow: 60_000, ...counts });

  /** Throws when the limit is exceeded. */
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
    // Redis does not need to know addresses, so they are hashed. An IPv6 network counts as one address.
    keyGenerator: ({ ip }: FastifyRequest) => `${kind} ${hashSecret(normalizeIP(ip))}`,
  });
  const open = limiter(byAddress('open'), ({ ip, url }) =>
    security.note({ what: 'limit-reached', reason: 'open-calls', address: ip, about: pathOf(url) }),
  );
  // The scope of the auth service logs its own rejections.
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
 * A route that checks tokens rejects and counts invalid ones itself. Other routes ignore tokens, so an
 * Authorization header does not exempt a caller from the limit.
 */
function isLimitedElsewhere({ headers, routeOptions: { config } }: FastifyRequest): boolean {
  return config?.isAuth === true || (config?.checksToken === true && headers.authorization !== undefined);
}
