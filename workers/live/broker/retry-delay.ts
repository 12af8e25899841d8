import { backOffMs, jittered } from '#domain/back-off.ts';

/** Between the starts of two attempts, so that a class is back within 5 s after an outage. */
const BACK_OFF = { minMs: 250, maxMs: 3_000 };

/** The pause before the link's next attempt. `tookMs`: duration of the failed one, which counts, too. */
export function retryDelayMs(failures: number, tookMs: number, random: number): number {
  return jittered(Math.max(backOffMs(failures, BACK_OFF) - tookMs, BACK_OFF.minMs), random);
}
