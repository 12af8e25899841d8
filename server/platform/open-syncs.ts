/** Opens the import jobs when the platform starts. */

import type { Directories } from '#directories/directories.ts';
import type { CallsInFlight } from '#http/calls-in-flight.ts';
import { systemClock } from '#protocol/clock.ts';
import { createSyncs, type Syncs } from '../sync/syncs.ts';
import type { PlatformBase, PlatformCore } from './core.ts';

/** Registers its stop with `base.ends`. */
export function openSyncs(
  { clock, log, metrics, ends }: PlatformBase,
  { db, changes, sessions }: PlatformCore,
  { directories, calls }: { directories: Directories; calls: CallsInFlight },
): Syncs {
  const syncs = createSyncs({
    db,
    directories,
    clock: { ...systemClock, now: clock },
    publish: changes.publish,
    endFamily: sessions.endFamily,
    quiet: calls.quiet,
    ended: metrics.syncEnded,
    failed: (error, run) =>
      log.error('could not run a sync job', { error, ...(run && { tenant: run.tenant, job: run.jobId }) }),
  });
  ends.add(() => syncs.engine.stop());
  return syncs;
}
