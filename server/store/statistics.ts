/**
 * Statistics for the query planner of the database. Without them the planner takes two indexes of a table for
 * equal, and a lookup by serial number may read all devices of the site. A server collects them itself,
 * minutes later; the embedded database never does.
 */
import { type Kysely, sql } from 'kysely';
import { workFor } from '#base/work-owner.ts';
import type { Database } from './database.ts';

/** A sample of 600 rows, which suffices to tell selective columns from others. All queries wait meanwhile. */
const TARGET = 2;
const DELAY_MS = 60_000;
const INTERVAL_MS = 60 * 60 * 1_000;

export const refreshStatistics = (db: Kysely<Database>, table: keyof Database): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`set local default_statistics_target = ${sql.lit(TARGET)}`.execute(trx);
    await sql`analyze ${sql.table(table)}`.execute(trx);
  });

/** Refreshes all tables every hour. The returned stop function resolves when a running refresh is done. */
export function startStatistics({
  db,
  failed,
}: {
  db: Kysely<Database>;
  failed(error: unknown): void;
}): () => Promise<void> {
  let isStopped = false;
  let running = Promise.resolve();
  let timer: NodeJS.Timeout;

  async function refreshAll(): Promise<void> {
    const { rows } = await sql<{ name: keyof Database }>`
      select tablename as name from pg_tables where schemaname = current_schema() order by name`.execute(db);
    for (const { name } of rows) if (!isStopped) await refreshStatistics(db, name);
  }
  function later(ms: number): void {
    timer = setTimeout(() => {
      running = refreshAll()
        .catch(failed)
        .then(() => {
          if (!isStopped) later(INTERVAL_MS);
        });
    }, ms).unref();
  }
  workFor('background', () => later(DELAY_MS));
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
