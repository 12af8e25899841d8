/** Lets each key do something so many times a minute, with a minute's worth (or another burst) at once. */
export type RateLimit = {
  /** False: too many; then nothing is taken. `amount`: 1, or how much of what is limited, such as bytes. */
  take(key: string, amount?: number): boolean;
  /** In how many seconds, at least 1, so much may be taken: for a Retry-After. */
  waitSeconds(key: string, amount?: number): number;
};

/** One whose keys are spent elsewhere too. */
export type SpendableLimit = RateLimit & {
  /** So much of `key` was taken somewhere else. */
  spend(key: string, amount: number): void;
};

/** `burst`: the most at once; `perMinute` unless said. */
export type RateLimitSize = { perMinute: number; burst?: number };

/**
 * Makes a limit of a service. Where several processes run, limits of the same name count together
 * (`server/processes/shared-limits.ts`).
 */
export type MakeRateLimit = (name: string, size: RateLimitSize) => RateLimit;

/** Limits that count in this process alone. `now` in epoch milliseconds. */
export const ownRateLimits =
  (now: () => number): MakeRateLimit =>
  (_name, size) =>
    createRateLimit({ ...size, now });

const MINUTE_MS = 60_000;
/** Keys beyond it: those that are full again are forgotten. */
const SWEEP_SIZE = 1_000;

/** `burst`: the most at once. `now` in epoch milliseconds. */
export function createRateLimit({
  perMinute,
  burst = perMinute,
  now,
}: RateLimitSize & { now: () => number }): SpendableLimit {
  /** What each key had left, and when. */
  const buckets = new Map<string, { left: number; at: number }>();
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
        // Where no bucket is full again, the next look waits until there are twice as many.
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
