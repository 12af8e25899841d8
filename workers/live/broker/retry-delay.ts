/** The delay before the link's next attempt: growing, with jitter, to spread a school's reconnects. */
const MIN_RETRY_DELAY_MS = 250;
/** Between the starts of two attempts, so that a class is back within 5 s after an outage. */
const MAX_RETRY_DELAY_MS = 3_000;

/** `tookMs`: duration of the failed attempt, which counts as waiting. `random`: 0 ≤ x < 1. */
export function retryDelayMs(failures: number, tookMs: number, random: number): number {
  const ceilingMs = Math.min(MIN_RETRY_DELAY_MS * 2 ** (failures - 1), MAX_RETRY_DELAY_MS);
  return Math.max(ceilingMs - tookMs, MIN_RETRY_DELAY_MS) * (0.5 + random / 2);
}
