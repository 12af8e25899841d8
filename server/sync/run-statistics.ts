/** Keeps the planner of the database up to what a run has written: see `store/statistics.ts`. */
import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { refreshStatistics } from '../store/statistics.ts';
import type { TakeTurn } from './turns.ts';

const FIRST_ROWS = 250;

export type RunStatistics = {
  /** `added`: how many rows the run has added so far. */
  refresh(tables: readonly (keyof Database)[], added: number): Promise<void>;
};

/** Refreshes at the beginning of a run, and each time that twice as much was added. */
export function createRunStatistics(db: Kysely<Database>, takeTurn: TakeTurn): RunStatistics {
  let dueAt = 0;
  return {
    async refresh(tables, added) {
      if (added < dueAt) return;
      dueAt = Math.max(FIRST_ROWS, 2 * added);
      for (const table of tables) await takeTurn(() => refreshStatistics(db, table));
    },
  };
}
