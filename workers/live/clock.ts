/** Time as the worker sees it; tests pass one that they move by hand. */
export type Clock = {
  /** Epoch milliseconds; never goes back. */
  now(): number;
  /** Calls once after `ms`; returns the stop. */
  after(ms: number, call: () => void): () => void;
  /** Calls every `ms`; returns the stop. */
  every(ms: number, call: () => void): () => void;
};

/** Less is the ordinary difference of the two. */
const LAG_MS = 1_000;

/**
 * `steady` never goes back, but on some systems stands still while the machine sleeps, and would then take an expired
 * token for a good one. `wall` goes on, but may be set back. Both in epoch milliseconds.
 */
export function createSteadyNow(steady: () => number, wall: () => number): () => number {
  let sleptMs = 0;
  return () => {
    const now = steady() + sleptMs;
    const lagMs = wall() - now;
    if (lagMs < LAG_MS) return now;
    sleptMs += lagMs;
    return now + lagMs;
  };
}

export const systemClock: Clock = {
  now: createSteadyNow(() => performance.timeOrigin + performance.now(), Date.now),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  every(ms, call) {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  },
};
