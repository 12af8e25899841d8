/** A point in time, in milliseconds since 1970 in UTC. */
export type EpochMs = number;

/** Time, as every realm reads it. It is passed in: a test passes `fakes/fake-clock.ts`, and moves it by hand. */
export type Clock = {
  now(): EpochMs;
  /** Runs once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
  /** Runs each time that `intervalMs` has passed; the returned function ends it. */
  every(intervalMs: number, run: () => void): () => void;
};

/** The timers of the thread in which this runs. In a tab that is hidden they run late: see hidden-clock.ts. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs);
    return () => clearInterval(timer);
  },
};

/** `every` for a clock that has only `after`. */
export function everyBy(after: Clock['after']): Clock['every'] {
  return (intervalMs, run) => {
    let cancel = after(intervalMs, ring);
    function ring() {
      cancel = after(intervalMs, ring);
      run();
    }
    return () => cancel();
  };
}

/** Resolves when all steps have ended, whether they fail or not, or when `limitMs` is over. */
export async function settledWithin(
  clock: Pick<Clock, 'after'>,
  limitMs: number,
  steps: readonly Promise<unknown>[],
): Promise<void> {
  let cancel = () => {};
  const limit = new Promise<void>((resolve) => {
    cancel = clock.after(limitMs, resolve);
  });
  await Promise.race([Promise.allSettled(steps), limit]);
  cancel();
}
