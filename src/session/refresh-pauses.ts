/** Delays between failed token refreshes. */
import type { AppError } from '#protocol/app-error.ts';
import type { Clock } from '#protocol/clock.ts';
import { retryPauseMs } from '#protocol/retry-pause.ts';

const MIN_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 30_000;

/** `random`: 0 to 1, for jitter. */
export function createRefreshPauses({ clock, random }: { clock: Pick<Clock, 'now'>; random: () => number }) {
  let attempt = 0;
  let notBeforeMs = 0;
  return {
    /** Restarts with the shortest delay. */
    reset(): void {
      attempt = 0;
    },
    /** The next delay, in milliseconds. */
    after(error: AppError): number {
      const ownMs = Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** attempt) * (1 - random() / 2);
      attempt += 1;
      // Waits as requested, without the back-off, because a starting platform requests just a second.
      if (error.detail.retryAfter !== undefined) notBeforeMs = clock.now() + retryPauseMs(error, 0, random);
      return retryPauseMs(error, ownMs, random);
    },
    /** True during a pause requested by the platform, which applies to all callers, not only the timer. */
    isAskedFor: () => clock.now() < notBeforeMs,
  };
}
