/** Time as the session code sees it; `after` returns its stop. */
export type Clock = {
  nowMs(): number;
  after(delayMs: number, run: () => void): () => void;
};

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
