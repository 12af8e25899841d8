/** Delays between failed token refreshes. */
import { backOffMs } from '#domain/back-off.ts';
import type { AppError } from '#protocol/app-error.ts';
import type { Clock } from '#protocol/clock.ts';
import { retryPauseMs } from '#protocol/retry-pause.ts';

const BACK_OFF = { minMs: 500, maxMs: 30_000 };

/** `random`: 0 to 1, for jitter. */
export function createRefreshPauses({ clock, random }: { clock: Pick<Clock, 'now'>; random: () => number }) {
  let failures = 0;
  let notBeforeMs = 0;
  return {
    /** Restarts with the shortest delay. */
    reset(): void {
      failures = 0;
    },
    /** The next delay, in milliseconds. */
    after(error: AppError): number {
      failures += 1;
      const ownMs = backOffMs(failures, BACK_OFF) * (1 - random() / 2);
      // Waits as requested, without the back-off, because a starting platform requests just a second.
      if (error.detail.retryAfter !== undefined) notBeforeMs = clock.now() + retryPauseMs(error, 0, random);
      return retryPauseMs(error, ownMs, random);
    },
    /** True during a pause requested by the platform, which applies to all callers, not only the timer. */
    isAskedFor: () => clock.now() < notBeforeMs,
  };
}
