/** How long the link waits before its next attempt: growing, with jitter, so that a school does not come back at once. */
const FIRST_MS = 250;
/** Between the beginnings of two attempts, so that a class is back within 5 s after an outage. */
const LONGEST_MS = 3_000;

/** `tookMs`: how long the attempt that failed has taken; it counts as waiting. `random`: 0 ≤ x < 1. */
export function retryDelayMs(failures: number, tookMs: number, random: number): number {
  const ceilingMs = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  return Math.max(ceilingMs - tookMs, FIRST_MS) * (0.5 + random / 2);
}
