/** Lets each key do something so many times a minute, with a minute's worth at once. */
export type RateLimit = {
  /** False: too many. */
  take(key: string): boolean;
};

const MINUTE_MS = 60_000;
/** Keys beyond it: those that are full again are forgotten. */
const SWEEP_SIZE = 1_000;

/** `now` in epoch milliseconds. */
export function createRateLimit({ perMinute, now }: { perMinute: number; now: () => number }): RateLimit {
  /** What each key had left, and when. */
  const buckets = new Map<string, { left: number; at: number }>();
  let sweepAt = SWEEP_SIZE;

  const leftNow = ({ left, at }: { left: number; at: number }, time: number) =>
    Math.min(perMinute, left + (Math.max(0, time - at) * perMinute) / MINUTE_MS);

  return {
    take(key) {
      const time = now();
      const bucket = buckets.get(key);
      const left = bucket ? leftNow(bucket, time) : perMinute;
      const allowed = left >= 1;
      buckets.set(key, { left: allowed ? left - 1 : left, at: time });
      if (buckets.size > sweepAt) {
        for (const [each, held] of buckets) if (leftNow(held, time) >= perMinute) buckets.delete(each);
        // Where nobody is full again the next look waits until there are twice as many.
        sweepAt = Math.max(SWEEP_SIZE, 2 * buckets.size);
      }
      return allowed;
    },
  };
}
