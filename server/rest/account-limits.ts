/** Limits the reads and writes of one account over REST, from any address. */
import type { FastifyRequest } from 'fastify';
import type { MakeRateLimit } from '#base/rate-limit.ts';
import type { CallLimits } from '#http/call-limits.ts';
import { isLoopbackAddress } from '#http/loopback.ts';
import { takeOrRefuse } from '#http/too-many.ts';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';

export const TOO_MANY_CHANGES = 'Too many changes; wait a minute.';
const TOO_MANY_READS = 'Your account reads too much at once; wait a minute.';

/** Identifies a tutor, a device or a runner across all their calls. */
export const accountKey = ({ kind, tenant, sub, clientId = '' }: AccessTokenClaims): string =>
  JSON.stringify([kind, tenant, sub, clientId]);

/** Counts a call for the account of its token. Throws the rejection if the account has used up its limit. */
export type CountAccount = (claims: AccessTokenClaims, call: Pick<FastifyRequest, 'method' | 'ip'>) => void;

export function createAccountLimits(limits: CallLimits, rateLimit: MakeRateLimit): CountAccount {
  const changes = rateLimit('changes', { perMinute: limits.changes });
  const reads = rateLimit('reads', { perMinute: limits.reads });
  // Tests and simulated classes on this machine read with few accounts.
  const nearReads = rateLimit('near-reads', { perMinute: limits.loopback });
  return (claims, { method, ip }) => {
    const key = accountKey(claims);
    if (method !== 'GET' && method !== 'HEAD') takeOrRefuse(changes, { key, what: TOO_MANY_CHANGES });
    else takeOrRefuse(isLoopbackAddress(ip) ? nearReads : reads, { key, what: TOO_MANY_READS });
  };
}
