/** Time, passed in: a real one on a device, a hand-wound one in tests. */
export type Clock = {
  /** Epoch milliseconds. */
  now(): number;
  /** Runs once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
};
