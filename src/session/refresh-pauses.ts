/** How long the keeper of a token waits after a refresh that came to nothing. */
import type { AppError } from '#protocol/app-error.ts';
import type { Clock } from '#protocol/clock.ts';
import { retryPauseMs } from '#protocol/retry-pause.ts';

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** `random`: 0 to 1, for jitter. */
export function createRefreshPauses({ clock, random }: { clock: Pick<Clock, 'now'>; random: () => number }) {
  let attempt = 0;
  let notBeforeMs = 0;
  return {
    /** Begins with the shortest again. */
    reset(): void {
      attempt = 0;
    },
    /** The next one, in milliseconds. */
    after(error: AppError): number {
      const ownMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt) * (1 - random() / 2);
      attempt += 1;
      // Only as long as it asks for, not the pause that has grown before: a platform that starts asks for a second.
      if (error.detail.retryAfter !== undefined) notBeforeMs = clock.now() + retryPauseMs(error, 0, random);
      return retryPauseMs(error, ownMs, random);
    },
    /** The platform has asked for a pause: every caller waits for its end, not the timer alone. */
    isAskedFor: () => clock.now() < notBeforeMs,
  };
}
