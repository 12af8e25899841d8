/** Serialises the database work of runs in one process, each time after the current REST calls. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Maximum wait for REST calls: this, or four times the previous turn, so that runs get a fifth of the time.
 */
const WAIT_MS = 100;
const WAIT_FOR_WORKED = 4;
const LONGEST_WAIT_MS = 5_000;

/** `quiet` resolves when no call is in progress, or after `mostMs`. `now`: a monotonic clock. */
export function createTurns(
  quiet: (mostMs: number) => Promise<void>,
  now: () => number = () => performance.now(),
): TakeTurn {
  let before: Promise<unknown> = Promise.resolve();
  let workedMs = 0;
  return (work) => {
    const turn = before
      .then(() => quiet(Math.min(LONGEST_WAIT_MS, Math.max(WAIT_MS, WAIT_FOR_WORKED * workedMs))))
      .then(async () => {
        const from = now();
        try {
          return await work();
        } finally {
          workedMs = now() - from;
        }
      });
    before = turn.catch(() => undefined);
    return turn;
  };
}
