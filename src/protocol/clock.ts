/** A point in time, in milliseconds since 1970 in UTC. */
export type EpochMs = number;

/** Time for every realm. The clock is passed in, so that a test can pass `fakes/fake-clock.ts` instead. */
export type Clock = {
  now(): EpochMs;
  /** Runs once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
  /** Runs every `intervalMs`; the returned function stops it. */
  every(intervalMs: number, run: () => void): () => void;
};

/** Timers of the current thread. In a hidden tab they run late: see hidden-clock.ts. */
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

/** Resolves when all steps have settled, or after `limitMs`. */
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
