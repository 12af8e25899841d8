/** How quick it is now, over the last seconds: what was paused or resumed does not count as speed. */

const WINDOW_MS = 5_000;
/** Before that a figure would be chance. */
const SHORTEST_MS = 500;

export type TransferRate = {
  /** Bytes that have moved since the last call. */
  note(bytes: number): void;
  /** Undefined while it is too early to tell. */
  bytesPerSecond(): number | undefined;
  reset(): void;
};

export function createTransferRate(nowMs: () => number): TransferRate {
  let samples: { atMs: number; bytes: number }[] = [];
  let sinceMs: number | undefined;
  return {
    note(bytes) {
      const atMs = nowMs();
      if (sinceMs === undefined) {
        // They moved before the clock began to run.
        sinceMs = atMs;
        return;
      }
      samples = samples.filter((sample) => atMs - sample.atMs < WINDOW_MS);
      samples.push({ atMs, bytes });
    },
    bytesPerSecond() {
      if (sinceMs === undefined) return undefined;
      const now = nowMs();
      const lastingMs = Math.min(now - sinceMs, WINDOW_MS);
      if (lastingMs < SHORTEST_MS) return undefined;
      const recent = samples.filter(({ atMs }) => now - atMs < WINDOW_MS);
      return (recent.reduce((sum, { bytes }) => sum + bytes, 0) * 1_000) / lastingMs;
    },
    reset() {
      samples = [];
      sinceMs = undefined;
    },
  };
}
