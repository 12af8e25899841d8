/** The current transfer rate, over the last seconds. Jumps from pausing or resuming do not count. */

const WINDOW_MS = 5_000;
/** A rate over a shorter time would be random. */
const MIN_DURATION_MS = 500;

export type TransferRate = {
  /** Adds bytes transferred since the last call. */
  note(bytes: number): void;
  /** Undefined while there are too few samples. */
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
        // The first bytes were transferred before the measurement began.
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
      if (lastingMs < MIN_DURATION_MS) return undefined;
      const recent = samples.filter(({ atMs }) => now - atMs < WINDOW_MS);
      return (recent.reduce((sum, { bytes }) => sum + bytes, 0) * 1_000) / lastingMs;
    },
    reset() {
      samples = [];
      sinceMs = undefined;
    },
  };
}
