import { backOffMs, jittered } from '#domain/back-off.ts';
import { retryPauseMs } from '#protocol/retry-pause.ts';

/** A class that waits for its platform is shown to its tutor again within the longest pause. */
const BACK_OFF = { minMs: 1_000, maxMs: 4_000 };

/** The pause after attempt `attempt` (from 1) has failed with `error`, which may ask for a longer one. */
export function retryDelayMs(error: unknown, attempt: number, random: () => number): number {
  return retryPauseMs(error, Math.round(jittered(backOffMs(attempt, BACK_OFF), random())), random);
}
