/** Tells of what a run has changed: now and then while it goes on, and of what is left when it ends. */
import type { Clock } from '#protocol/clock.ts';
import { isWithin } from '../is-within.ts';
import type { JobSettings } from '../store/sync/sync-jobs.ts';

/** Says that something has changed on the site of the job, or with its tutors. */
export type Announce = (job: JobSettings, change: 'added' | 'removed') => void;

/**
 * After a change of groups the broker asks the database anew for every connection of the site, 15,000 times for 3,000
 * devices, and each console reads its lists. Most of the time between two changes is left for everything else.
 */
const TELL_EVERY_MS = 30_000;

export type RunNews = {
  /** Something is different; the transaction that makes it so may still go on, or fail. */
  note(job: JobSettings): void;
  /** What was noted is in the database: it is told of once the last time was long enough ago. */
  committed(): void;
  /** Tells of what is left, also where a failure leaves open whether it is in the database. Nothing is told of after it. */
  end(): void;
};

export function createRunNews({
  clock,
  announce,
}: {
  clock: Pick<Clock, 'now' | 'after'>;
  announce: Announce;
}): RunNews {
  let noted: JobSettings | undefined;
  let untold: JobSettings | undefined;
  // A run that is over within that time tells once.
  let toldAt = clock.now();
  let stopWaiting: (() => void) | undefined;

  function take(): void {
    untold = noted ?? untold;
    noted = undefined;
  }

  function tell(): void {
    stopWaiting?.();
    stopWaiting = undefined;
    const job = untold;
    if (job === undefined) return;
    untold = undefined;
    toldAt = clock.now();
    announce(job, 'added');
  }

  return {
    note(job) {
      noted = job;
    },
    committed() {
      take();
      if (untold === undefined) return;
      const now = clock.now();
      if (isWithin(TELL_EVERY_MS, { at: toldAt, now })) {
        // A directory may let the run wait for minutes before the next page.
        stopWaiting ??= clock.after(toldAt + TELL_EVERY_MS - now, tell);
      } else tell();
    },
    end() {
      take();
      tell();
    },
  };
}
