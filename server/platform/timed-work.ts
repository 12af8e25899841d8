/** Starts scheduled work: waking groups, importing directories, removing unused pages, images and logs. */
import { createPageHousekeeping } from '#auth/enrolment/page-housekeeping.ts';
import { workFor } from '#base/work-owner.ts';
import { startStatistics } from '#store/statistics.ts';
import { createWakeSchedules } from '#store/wake/wake-schedules.ts';
import { startMediaHousekeeping } from '../media/media-housekeeping.ts';
import type { Media } from '../media/open-media.ts';
import type { Syncs } from '../sync/syncs.ts';
import { createAskRunners } from '../wake/ask-runners.ts';
import { createWakeScheduler } from '../wake/wake-scheduler.ts';
import type { PlatformBase, PlatformCore } from './core.ts';
import type { PlatformLive } from './live.ts';
import { startLogHousekeeping } from './log-housekeeping.ts';

/** Adds the stop functions to `base.ends`. */
export function startTimedWork(
  base: PlatformBase,
  core: PlatformCore,
  { broker, media, syncs }: PlatformLive & { media: Media; syncs: Syncs },
): void {
  const { options, clock, log, ends } = base;
  const { db, changes, removalClock } = core;
  const wakeScheduler = createWakeScheduler({
    schedules: createWakeSchedules(db),
    wake: createAskRunners(broker, clock),
    clock,
    failed: (error) => log.error('could not wake groups', { error }),
  });
  ends.add(() => wakeScheduler.stop());

  const pageHousekeeping = createPageHousekeeping({
    db,
    clock,
    removalClock,
    publish: changes.publish,
    removed: (pages) => log.info('removed student pages that were not used', { pages }),
    unusedDays: options.pageDays,
    failed: (error) => log.error('could not remove unused student pages', { error }),
  });
  ends.add(() => pageHousekeeping.stop());
  // A PostgreSQL server updates its statistics itself.
  if (options.databaseUrl === undefined)
    ends.add(
      startStatistics({ db, failed: (error) => log.error('could not look through tables', { error }) }),
    );
  ends.add(
    startMediaHousekeeping({
      media: media.groups,
      failed: (error) => log.error('could not remove unused images', { error }),
    }),
  );
  ends.add(
    workFor('background', () =>
      startLogHousekeeping({
        db,
        keptDays: options.eventDays,
        removalClock,
        removed: (rows) => log.info('removed old rows of the logs', { rows }),
        failed: (error) => log.error('could not remove old logs', { error }),
      }),
    ),
  );
  wakeScheduler.start();
  pageHousekeeping.start();
  syncs.engine.start();
}
