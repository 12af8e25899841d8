/**
 * Rate limits per account and address that several processes count together. Each decides from its own count,
 * so no request waits for Redis. Several times a second it adds its count to this minute's sum in Redis and
 * subtracts what others added. While Redis is unreachable, each process counts alone.
 */

import { createHash } from 'node:crypto';
import { createRateLimit, type MakeRateLimit, type SpendableLimit } from '#base/rate-limit.ts';
import type { RedisClient } from '#base/redis.ts';
import type { EpochMs } from '#protocol/clock.ts';

export type SharedLimits = {
  make: MakeRateLimit;
  /** Sends this process's counts and applies those of the others. Never rejects. */
  exchange(): Promise<void>;
  stop(): void;
};

export type SharedLimitsDeps = {
  redis: Pick<RedisClient, 'pipeline'>;
  clock: () => EpochMs;
  failed(error: unknown): void;
};

const FLUSH_INTERVAL_MS = 200;
const MINUTE_MS = 60_000;
/** The clocks of processes may differ by some seconds. */
const TTL_MS = 2 * MINUTE_MS;

type Taken = { limit: SpendableLimit; key: string; amount: number };
type Seen = { minute: number; sum: number };

export function createSharedLimits({ redis, clock, failed }: SharedLimitsDeps): SharedLimits {
  /** The amount taken here since the last exchange. Keyed by name in Redis. */
  let taken = new Map<string, Taken>();
  /** The last sum of all processes, for keys of this minute. */
  const seen = new Map<string, Seen>();
  let exchanging: Promise<void> | undefined;

  function apply(name: string, { limit, key, amount }: Taken, { minute, sum }: Seen): void {
    const before = seen.get(name);
    const known = before?.minute === minute ? before.sum : 0;
    seen.set(name, { minute, sum });
    const byOthers = sum - known - amount;
    if (byOthers > 0) limit.spend(key, byOthers);
  }

  async function exchangeAll(): Promise<void> {
    const minute = Math.floor(clock() / MINUTE_MS);
    for (const [name, each] of seen) if (each.minute !== minute) seen.delete(name);
    const all = [...taken];
    taken = new Map();
    if (all.length === 0) return;
    const commands = redis.pipeline();
    for (const [name, { amount }] of all) {
      const counter = `lectern:limit:${name}:${minute}`;
      commands.incrby(counter, amount).pexpire(counter, TTL_MS);
    }
    const answers = (await commands.exec()) ?? [];
    for (const [index, [name, each]] of all.entries()) {
      const [error, sum] = answers[2 * index] ?? [];
      if (error) throw error;
      apply(name, each, { minute, sum: Number(sum) });
    }
  }

  function exchange(): Promise<void> {
    exchanging ??= exchangeAll()
      .catch(failed)
      .finally(() => {
        exchanging = undefined;
      });
    return exchanging;
  }
  const timer = setInterval(exchange, FLUSH_INTERVAL_MS).unref();

  return {
    make(name, size) {
      const limit = createRateLimit({ ...size, now: clock });
      return {
        waitSeconds: limit.waitSeconds,
        take(key, amount = 1) {
          const isAllowed = limit.take(key, amount);
          const inRedis = `${name}:${hashOf(key)}`;
          // A refusal takes nothing, but its key is still exchanged to learn the counts of the others.
          const before = taken.get(inRedis)?.amount ?? 0;
          taken.set(inRedis, { limit, key, amount: before + (isAllowed ? Math.ceil(amount) : 0) });
          return isAllowed;
        },
      };
    },
    exchange,
    stop() {
      clearInterval(timer);
    },
  };
}

/** Keys contain addresses and accounts, which are not disclosed to Redis. */
const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22);
