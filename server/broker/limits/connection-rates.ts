/**
 * Limits packets and bytes per second of one tutor, device or runner over all its connections, so that a
 * client that was cut off and reconnects gains nothing.
 */

import { createRateLimit, type RateLimit } from '#base/rate-limit.ts';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import { selfOf } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';

export type Rate = {
  messagesPerSecond: number;
  messagesAtOnce: number;
  bytesPerSecond: number;
  bytesAtOnce: number;
};
export type ConnectionRateLimits = Record<AccessTokenClaims['kind'], Rate>;

const MIB = 1024 * 1024;
export const CONNECTION_RATES: ConnectionRateLimits = {
  // Five pictures a second of 256 KiB for several groups, and all records of all groups after an outage.
  device: { messagesPerSecond: 100, messagesAtOnce: 1_000, bytesPerSecond: 8 * MIB, bytesAtOnce: 32 * MIB },
  // An action of the largest size to each of 300 devices, and demands for each of a thousand.
  tutor: { messagesPerSecond: 500, messagesAtOnce: 5_000, bytesPerSecond: 8 * MIB, bytesAtOnce: 128 * MIB },
  // Answers to the platform's own requests.
  runner: { messagesPerSecond: 50, messagesAtOnce: 500, bytesPerSecond: MIB, bytesAtOnce: 8 * MIB },
};

export type OverRate = 'message-rate' | 'byte-rate';
type Sender = { claims: Pick<AccessTokenClaims, 'kind' | 'tenant' | 'site' | 'sub' | 'clientId'> };
export type ConnectionRates = {
  /** The exceeded limit; undefined: none. `bytes`: the length of the sender's next packet. */
  over(sender: Sender, bytes: number): OverRate | undefined;
};

export function createConnectionRates({
  limits,
  now,
}: {
  limits: ConnectionRateLimits;
  now: () => EpochMs;
}): ConnectionRates {
  const limitsOf = (limit: Rate): { messages: RateLimit; bytes: RateLimit } => ({
    messages: createRateLimit({ perMinute: 60 * limit.messagesPerSecond, burst: limit.messagesAtOnce, now }),
    bytes: createRateLimit({ perMinute: 60 * limit.bytesPerSecond, burst: limit.bytesAtOnce, now }),
  });
  const rates = {
    tutor: limitsOf(limits.tutor),
    device: limitsOf(limits.device),
    runner: limitsOf(limits.runner),
  };
  /** Cached, because it is needed for each packet. */
  const keys = new WeakMap<object, string>();
  return {
    over(sender, bytes) {
      const { kind, tenant, site } = sender.claims;
      const key = keys.get(sender) ?? JSON.stringify([tenant, site, selfOf(sender.claims)]);
      keys.set(sender, key);
      if (!rates[kind].messages.take(key)) return 'message-rate';
      return rates[kind].bytes.take(key, bytes) ? undefined : 'byte-rate';
    },
  };
}
