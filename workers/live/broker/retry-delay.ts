/**
 * The delay before the link's next attempt: growing, with jitter, so that a school does not reconnect all at
 * once.
 */
const FIRST_MS = 250;
/** Between the starts of two attempts, so that a class is back within 5 s after an outage. */
const LONGEST_MS = 3_000;

/** `tookMs`: duration of the failed attempt, which counts as waiting. `random`: 0 ≤ x < 1. */
export function retryDelayMs(failures: number, tookMs: number, random: number): number {
  const ceilingMs = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  return Math.max(ceilingMs - tookMs, FIRST_MS) * (0.5 + random / 2);
}
