/** Time as the worker sees it; tests pass one that they move by hand. */
export type Clock = {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls once after `ms`; returns the stop. */
  after(ms: number, call: () => void): () => void;
  /** Calls every `ms`; returns the stop. */
  every(ms: number, call: () => void): () => void;
};

export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  every(ms, call) {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  },
};
