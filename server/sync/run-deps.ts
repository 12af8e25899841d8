/** Dependencies that the parts of a run share. */
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '#protocol/clock.ts';
import type { Database } from '#store/database.ts';
import { isStillHeld } from '#store/sync/held-run.ts';
import type { ClaimedRun } from '#store/sync/sync-runs.ts';
import type { Pace } from './pace.ts';
import type { Announce, RunNews } from './run-news.ts';
import type { RunStatistics } from './run-statistics.ts';
import type { QueueWork } from './work-queue.ts';

export type RunDeps = {
  db: Kysely<Database>;
  clock: Clock;
  queueWork: QueueWork;
  pace: Pace;
  /** Ends the session of a device. */
  endFamily(tenant: string, family: string): Promise<void>;
  announce: Announce;
  news: RunNews;
  statistics: RunStatistics;
};

/**
 * Runs `work` in a transaction that has verified the run. Undefined: the run is lost, outdated or to be
 * stopped, and nothing is written. `rows`: number of written rows, from which `pace` learns.
 */
export const inRun = <T>(
  { db, queueWork, pace }: Pick<RunDeps, 'db' | 'queueWork' | 'pace'>,
  run: ClaimedRun,
  work: (trx: Transaction<Database>) => Promise<T>,
  rows = 0,
): Promise<T | undefined> =>
  queueWork(() =>
    pace.time(rows, () =>
      db.transaction().execute(async (trx) => ((await isStillHeld(trx, run)) ? work(trx) : undefined)),
    ),
  );
