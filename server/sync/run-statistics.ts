/** Refreshes the planner's statistics of the tables that a run writes: see `store/statistics.ts`. */
import type { Kysely } from 'kysely';
import type { Database } from '#store/database.ts';
import { refreshStatistics } from '#store/statistics.ts';
import type { QueueWork } from './work-queue.ts';

const FIRST_ROWS = 250;

export type RunStatistics = {
  /** `added`: number of rows that the run has added so far. */
  refresh(tables: readonly (keyof Database)[], added: number): Promise<void>;
};

/** Refreshes at the start of a run, and whenever the number of added rows has doubled. */
export function createRunStatistics(db: Kysely<Database>, queueWork: QueueWork): RunStatistics {
  let dueAt = 0;
  return {
    async refresh(tables, added) {
      if (added < dueAt) return;
      dueAt = Math.max(FIRST_ROWS, 2 * added);
      for (const table of tables) await queueWork(() => refreshStatistics(db, table));
    },
  };
}
