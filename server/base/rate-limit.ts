import type { EpochMs } from '#protocol/clock.ts';
/** A token bucket per key: `perMinute` units a minute, and by default as many in one burst. */
export type RateLimit = {
  /** False: not enough is left, and nothing is taken. `amount`: 1, or for example a number of bytes. */
  take(key: string, amount?: number): boolean;
  /** Seconds until `amount` may be taken, at least 1, for a Retry-After header. */
  waitSeconds(key: string, amount?: number): number;
};

/** A rate limit whose keys are used by other processes too. */
export type SpendableLimit = RateLimit & {
  /** Records that another process has taken `amount` of `key`. */
  spend(key: string, amount: number): void;
};

/** `burst`: the maximum at one time; `perMinute` by default. */
export type RateLimitSize = { perMinute: number; burst?: number };

/**
 * Creates a rate limit. With several processes, limits of the same name count together
 * (`server/processes/shared-limits.ts`).
 */
export type MakeRateLimit = (name: string, size: RateLimitSize) => RateLimit;

/** Rate limits of this process alone. */
export const ownRateLimits =
  (now: () => EpochMs): MakeRateLimit =>
  (_name, size) =>
    createRateLimit({ ...size, now });

const MINUTE_MS = 60_000;
/** Number of keys above which full buckets are removed. */
const SWEEP_SIZE = 1_000;

export function createRateLimit({
  perMinute,
  burst = perMinute,
  now,
}: RateLimitSize & { now: () => EpochMs }): SpendableLimit {
  /** The units left per key, at a time. */
  const buckets = new Map<string, { left: number; at: EpochMs }>();
  let sweepAt = SWEEP_SIZE;

  const leftNow = ({ left, at }: { left: number; at: number }, time: number) =>
    Math.min(burst, left + (Math.max(0, time - at) * perMinute) / MINUTE_MS);

  const leftOf = (key: string, time: number) => {
    const bucket = buckets.get(key);
    return bucket ? leftNow(bucket, time) : burst;
  };

  return {
    spend(key, amount) {
      const time = now();
      buckets.set(key, { left: Math.max(0, leftOf(key, time) - amount), at: time });
    },
    take(key, amount = 1) {
      const time = now();
      const left = leftOf(key, time);
      const allowed = left >= amount;
      buckets.set(key, { left: allowed ? left - amount : left, at: time });
      if (buckets.size > sweepAt) {
        for (const [each, held] of buckets) if (leftNow(held, time) >= burst) buckets.delete(each);
        // If no bucket is full, the next clean-up waits until there are twice as many.
        sweepAt = Math.max(SWEEP_SIZE, 2 * buckets.size);
      }
      return allowed;
    },
    waitSeconds(key, amount = 1) {
      const missing = amount - leftOf(key, now());
      return Math.max(1, Math.ceil((missing * MINUTE_MS) / perMinute / 1_000));
    },
  };
}
