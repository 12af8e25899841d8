/** Items that a job has imported, by the directory's ids. */

import { type Kysely, sql, type Transaction } from 'kysely';
import type { SyncKindName } from '#protocol/rest/sync-job.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { JobKey } from './sync-jobs.ts';

type Db = Kysely<Database> | Transaction<Database>;

export type KnownItem = { id: string; digest: string; made: boolean; target: string };

/** Ids that one statement reads; other queries wait meanwhile. */
const IDS = 2_000;

/** The column that refers to the imported row. */
const TARGETS = {
  tutors: 'tutor_id',
  users: 'user_id',
  devices: 'device_id',
  groups: 'group_id',
} as const satisfies Record<SyncKindName, string>;

const targetOf = (kind: SyncKindName) => sql.ref(TARGETS[kind]);

/** The items among these ids that the job has imported before. */
export async function knownItems(
  db: Db,
  { tenant, jobId }: JobKey,
  { kind, ids }: { kind: SyncKindName; ids: readonly string[] },
): Promise<ReadonlyMap<string, KnownItem>> {
  const { rows } = await sql<KnownItem>`
    select item.* from jsonb_array_elements_text(${toJson(ids)}::jsonb) wanted(id)
    cross join lateral (
      select native_id as id, digest, made, ${targetOf(kind)} as target from sync_items
      where tenant = ${tenant} and job_id = ${jobId} and native_id = wanted.id limit 1) item`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Items that are new or have another digest, by the directory's ids, with the known item. */
export async function differentItems(
  db: Db,
  { tenant, jobId }: JobKey,
  { kind, items }: { kind: SyncKindName; items: readonly { id: string; digest: string }[] },
): Promise<ReadonlyMap<string, KnownItem | undefined>> {
  // One index lookup for each item: without statistics the planner would read all items of the job.
  const { rows } = await sql<{ wanted: string } & { [Field in keyof KnownItem]: KnownItem[Field] | null }>`
    select wanted.id as wanted, item.*
    from jsonb_to_recordset(${toJson(items)}::jsonb) as wanted(id text, digest text)
    left join lateral (
      select native_id as id, digest, made, ${targetOf(kind)} as target from sync_items
      where tenant = ${tenant} and job_id = ${jobId} and native_id = wanted.id limit 1) item on true
    where item.digest is distinct from wanted.digest`.execute(db);
  return new Map(
    rows.map(({ wanted, id, digest, made, target }) => [
      wanted,
      id === null || digest === null || made === null || target === null
        ? undefined
        : { id, digest, made, target },
    ]),
  );
}

export async function keepItems(
  trx: Transaction<Database>,
  { tenant, jobId }: JobKey,
  { kind, items }: { kind: SyncKindName; items: readonly KnownItem[] },
): Promise<void> {
  if (items.length === 0) return;
  await sql`
    insert into sync_items (tenant, job_id, native_id, digest, made, ${targetOf(kind)})
    select ${tenant}, ${jobId}, id, digest, made, target
    from jsonb_to_recordset(${toJson(items)}::jsonb) as item(id text, digest text, made boolean, target text)
    on conflict (tenant, job_id, native_id) do update
      set digest = excluded.digest, ${targetOf(kind)} = excluded.${targetOf(kind)},
        made = case when sync_items.${targetOf(kind)} = excluded.${targetOf(kind)}
          then sync_items.made else excluded.made end`.execute(trx);
}

/** Removes and returns items of the job. */
export async function removeItems(
  trx: Transaction<Database>,
  { tenant, jobId }: JobKey,
  { kind, ids }: { kind: SyncKindName; ids: readonly string[] },
): Promise<readonly KnownItem[]> {
  const { rows } = await sql<KnownItem>`
    delete from sync_items where tenant = ${tenant} and job_id = ${jobId}
      and native_id = any(array(select jsonb_array_elements_text(${toJson(ids)}::jsonb)))
    returning native_id as id, digest, made, ${targetOf(kind)} as target`.execute(trx);
  return rows;
}

/** Returns the items that only this job created. Items that another job imports now belong to that job. */
export async function exclusiveTargets(
  trx: Transaction<Database>,
  tenant: string,
  { kind, items }: { kind: SyncKindName; items: readonly KnownItem[] },
): Promise<string[]> {
  const made = items.flatMap((item) => (item.made ? [item.target] : []));
  if (made.length === 0) return [];
  const { rows } = await sql<{ target: string }>`
    update sync_items set made = true
    where tenant = ${tenant} and ${targetOf(kind)} in (select jsonb_array_elements_text(${toJson(made)}::jsonb))
    returning ${targetOf(kind)} as target`.execute(trx);
  const others = new Set(rows.map(({ target }) => target));
  return [...new Set(made)].filter((target) => !others.has(target));
}

/** Ids of all items of a job, read in batches. */
export async function* importedIds(db: Db, { tenant, jobId }: JobKey): AsyncGenerator<string> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: { native_id: string }[] = await inTenant(db, tenant)
      .selectFrom('sync_items')
      .select('native_id')
      .where('job_id', '=', jobId)
      .where('native_id', '>', after)
      .orderBy('native_id')
      .limit(IDS)
      .execute();
    for (const { native_id } of rows) yield native_id;
    after = rows.length < IDS ? undefined : rows.at(-1)?.native_id;
  }
}

const NAMES = {
  tutors: { table: 'tutors', name: 'coalesce(t.name, t.primary_email)' },
  users: { table: 'users', name: 't.name' },
  devices: { table: 'devices', name: 't.hostname' },
  groups: { table: 'groups', name: 't.name' },
} as const satisfies Record<SyncKindName, { table: keyof Database; name: string }>;

/** Names of the imported rows, by the directory's ids. */
export async function namesOfItems(
  db: Db,
  { tenant, jobId }: JobKey,
  { kind, ids }: { kind: SyncKindName; ids: readonly string[] },
): Promise<string[]> {
  const { table, name } = NAMES[kind];
  const { rows } = await sql<{ name: string }>`
    select ${sql.raw(name)} as name from sync_items item
    join ${sql.table(table)} t on t.tenant = ${tenant} and t.id = item.${targetOf(kind)}
    where item.tenant = ${tenant} and item.job_id = ${jobId}
      and native_id in (select jsonb_array_elements_text(${toJson(ids)}::jsonb))
    order by name`.execute(db);
  return rows.map((row) => row.name);
}
