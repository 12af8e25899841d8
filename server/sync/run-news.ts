/** Announces the changes of a run: at intervals during the run, and the rest when it ends. */

import { isWithin } from '#base/is-within.ts';
import type { Clock } from '#protocol/clock.ts';
import type { JobSettings } from '#store/sync/sync-jobs.ts';

/** Publishes that the job has changed its site, or tutors. */
export type Announce = (job: JobSettings, change: 'added' | 'removed') => void;

/**
 * After a change of groups the broker queries permissions again for every connection of the site, 15,000
 * times for 3,000 devices, and each console reads its lists. The interval leaves most of the time for other
 * work.
 */
const REPORT_INTERVAL_MS = 30_000;

export type RunNews = {
  /** Notes a change; its transaction may still run, or fail. */
  note(job: JobSettings): void;
  /** The noted changes are committed: announces them once the interval has passed. */
  committed(): void;
  /** Announces the rest, even if it is unknown whether it was committed. Later notes are ignored. */
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
  let unannounced: JobSettings | undefined;
  // A run that is shorter than the interval announces once, at its end.
  let announcedAt = clock.now();
  let stopWaiting: (() => void) | undefined;

  function take(): void {
    unannounced = noted ?? unannounced;
    noted = undefined;
  }

  function announceNow(): void {
    stopWaiting?.();
    stopWaiting = undefined;
    const job = unannounced;
    if (job === undefined) return;
    unannounced = undefined;
    announcedAt = clock.now();
    announce(job, 'added');
  }

  return {
    note(job) {
      noted = job;
    },
    committed() {
      take();
      if (unannounced === undefined) return;
      const now = clock.now();
      if (isWithin(REPORT_INTERVAL_MS, { at: announcedAt, now })) {
        // The run may wait for minutes before the next page of the directory.
        stopWaiting ??= clock.after(announcedAt + REPORT_INTERVAL_MS - now, announceNow);
      } else announceNow();
    },
    end() {
      take();
      announceNow();
    },
  };
}
