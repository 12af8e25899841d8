/** Runs of one process use the database one after the other, each time after the calls that are being answered. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Calls may hold up a turn for so long, or for as often the time of the turn before: a fifth of the time is the run's. */
const WAIT_MS = 100;
const WAIT_FOR_WORKED = 4;
const LONGEST_WAIT_MS = 5_000;

/** `quiet` resolves when no call is being answered, or after so many milliseconds. `now`: of a clock that nobody sets. */
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
