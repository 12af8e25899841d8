/** Serialises the database work of runs in one process, each time after the current REST calls. */
export type QueueWork = <T>(work: () => Promise<T>) => Promise<T>;

/** Maximum wait for REST calls: this, or four times the previous turn, so that runs get a fifth. */
const MIN_WAIT_MS = 100;
const WAIT_FACTOR = 4;
const MAX_WAIT_MS = 5_000;

/** `quiet` resolves when no call is in progress, or after `maxMs`. `now`: a monotonic clock. */
export function createWorkQueue(
  quiet: (maxMs: number) => Promise<void>,
  now: () => number = () => performance.now(),
): QueueWork {
  let last: Promise<unknown> = Promise.resolve();
  let workedMs = 0;
  return (work) => {
    const next = last
      .then(() => quiet(Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, WAIT_FACTOR * workedMs))))
      .then(async () => {
        const from = now();
        try {
          return await work();
        } finally {
          workedMs = now() - from;
        }
      });
    last = next.catch(() => undefined);
    return next;
  };
}
