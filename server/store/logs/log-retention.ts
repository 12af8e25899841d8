/** Removes log rows older than the retention period, in batches, so that other queries wait little. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

/** Rows that one statement removes; the groups and picture of an alert are removed with it. */
const BATCH = 500;

const LOGS = [
  { table: 'user_logs', time: 'time_triggered' },
  { table: 'tutor_action_logs', time: 'logged_time' },
  { table: 'resource_logs', time: 'logged_time' },
] as const;

/** Returns the number of removed rows. Works site by site, like the indexes of the logs. */
export async function removeOldLogs(
  db: Kysely<Database>,
  before: Date,
  { signal, batch = BATCH }: { signal?: AbortSignal; batch?: number } = {},
): Promise<number> {
  let removed = 0;

  async function removeOf(log: (typeof LOGS)[number], whose: RawBuilder<unknown>): Promise<void> {
    const [table, time] = [sql.table(log.table), sql.ref(log.time)];
    for (let gone = batch; gone === batch && !signal?.aborted; ) {
      const { numAffectedRows = 0n } = await sql`delete from ${table} where ctid in (
        select ctid from ${table} where ${whose} and ${time} < ${before} limit ${batch})`.execute(db);
      gone = Number(numAffectedRows);
      removed += gone;
    }
  }

  const sites = await db.selectFrom('sites').select(['tenant', 'id']).execute();
  for (const { tenant, id } of sites)
    for (const log of LOGS) await removeOf(log, sql`tenant = ${tenant} and site_id = ${id}`);
  // Changes in the admin realm have no site.
  const tenants = await db.selectFrom('tenants').select('key').execute();
  for (const { key } of tenants) await removeOf(LOGS[2], sql`tenant = ${key} and site_id is null`);
  // No log refers to these tutors any more.
  await db.deleteFrom('former_tutors').where('deleted_at', '<', before).execute();
  return removed;
}
