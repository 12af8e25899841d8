/** What the parts of a run share. */
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '#protocol/clock.ts';
import type { Database } from '../store/database.ts';
import { isStillHeld } from '../store/sync/held-run.ts';
import type { ClaimedRun } from '../store/sync/sync-runs.ts';
import type { Pace } from './pace.ts';
import type { Announce, RunNews } from './run-news.ts';
import type { RunStatistics } from './run-statistics.ts';
import type { TakeTurn } from './turns.ts';

export type RunDeps = {
  db: Kysely<Database>;
  clock: Clock;
  takeTurn: TakeTurn;
  /** Of this run. */
  pace: Pace;
  /** Ends the session of a device. */
  endFamily(tenant: string, family: string): Promise<void>;
  announce: Announce;
  /** Of this run. */
  news: RunNews;
  /** Of this run. */
  statistics: RunStatistics;
};

/**
 * In a transaction that has made sure of the run. Undefined: it is lost, outdated or to be stopped, and nothing is written.
 * `rows`: how many of as many as the pace allows are written.
 */
export const inRun = <T>(
  { db, takeTurn, pace }: Pick<RunDeps, 'db' | 'takeTurn' | 'pace'>,
  run: ClaimedRun,
  work: (trx: Transaction<Database>) => Promise<T>,
  rows = 0,
): Promise<T | undefined> =>
  takeTurn(() =>
    pace.time(rows, () =>
      db.transaction().execute(async (trx) => ((await isStillHeld(trx, run)) ? work(trx) : undefined)),
    ),
  );
