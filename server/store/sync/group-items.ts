/** Imports courses and groups of a directory as groups. `group-people.ts` imports their members. */

import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { storedName } from '../people/directory-people.ts';
import { revokePermissions } from './group-people.ts';
import { exclusiveTargets } from './sync-items.ts';
import type { JobSettings } from './sync-jobs.ts';
import { knownNow, type PendingItem, type SyncStore, siteOf } from './sync-kind.ts';

export type ListedGroup = { id: string; name: string };

const definitionOf = ({ importSettings }: JobSettings) =>
  'groups' in importSettings ? importSettings.groups.definitionName : 'userGroup';

export const groupItems: SyncStore<ListedGroup> = {
  kind: 'groups',
  tables: ['groups', 'group_members'],
  nameOf: ({ id, name }) => name || id,
  contentOf: ({ name }) => [name],

  async present(db, job, groups) {
    return new Set((await find(db, job, groups)).keys());
  },

  async write(trx, job, items, atMs) {
    const fresh = items.filter(({ known }) => known === undefined).map(({ item }) => item);
    // Serialises concurrent imports of the same course.
    await inTenant(trx, job.tenant)
      .selectFrom('integrations')
      .select('id')
      .where('id', '=', job.integrationId)
      .forUpdate()
      .execute();
    const found = await find(trx, job, fresh);
    const made = await insert(
      trx,
      job,
      fresh.filter(({ id }) => !found.has(id)),
    );
    const changed = await rename(trx, job, { items, atMs });
    return {
      items: knownNow(items, { found, made }),
      added: made.size,
      changed,
    };
  },

  /** The groups stay, but without a source. A group of another job still belongs to that job. */
  async remove(trx, job, items) {
    const { tenant, site } = siteOf(job);
    const detached = await exclusiveTargets(trx, tenant, { kind: 'groups', items });
    await sql`
      update groups set integration_id = null, native_idf = null, directory_cursor = null
      where tenant = ${tenant} and site_id = ${site}
        and id in (select jsonb_array_elements_text(${toJson(detached)}::jsonb))`.execute(trx);
    const groupIds = items.map(({ target }) => target);
    const changed = await revokePermissions(trx, job, { groupIds, detached });
    return { count: detached.length, changed, families: [] };
  },
};

/** Ids of groups by the directory's ids. */
async function find(
  db: Kysely<Database> | Transaction<Database>,
  job: JobSettings,
  groups: readonly ListedGroup[],
): Promise<Map<string, string>> {
  const { tenant, site } = siteOf(job);
  const { rows } = await sql<{ native: string; id: string }>`
    select native_idf as native, id from groups
    where tenant = ${tenant} and site_id = ${site} and integration_id = ${job.integrationId}
      and definition_name = ${definitionOf(job)}
      and native_idf in (select jsonb_array_elements_text(${toJson(groups.map(({ id }) => id))}::jsonb))
    order by id desc`.execute(db);
  return new Map(rows.map(({ native, id }) => [native, id]));
}

async function insert(
  trx: Transaction<Database>,
  job: JobSettings,
  groups: readonly ListedGroup[],
): Promise<Map<string, string>> {
  if (groups.length === 0) return new Map();
  const { tenant, site } = siteOf(job);
  const rows = groups.map(({ id, name }) => ({
    native: id,
    id: randomUUID(),
    name: storedName(name) || storedName(id),
  }));
  await sql`
    insert into groups (tenant, site_id, id, name, definition_name, integration_id, native_idf, meta)
    select ${tenant}, ${site}, id, name, ${definitionOf(job)}, ${job.integrationId}, native,
      jsonb_build_object('courseName', name)
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as g(native text, id text, name text)`.execute(trx);
  return new Map(rows.map(({ native, id }) => [native, id]));
}

/** A group that a tutor has renamed keeps that name. */
async function rename(
  trx: Transaction<Database>,
  job: JobSettings,
  { items, atMs }: { items: readonly PendingItem<ListedGroup>[]; atMs: number },
): Promise<number> {
  const groups = items.flatMap(({ item, known }) =>
    known && storedName(item.name) !== '' ? [{ id: known.target, name: storedName(item.name) }] : [],
  );
  if (groups.length === 0) return 0;
  const { tenant, site } = siteOf(job);
  const { numAffectedRows = 0n } = await sql`
    update groups set updated_at = ${new Date(atMs)},
      name = case when groups.name = groups.meta->>'courseName' then g.name else groups.name end,
      meta = coalesce(groups.meta, '{}'::jsonb) || jsonb_build_object('courseName', g.name)
    from jsonb_to_recordset(${toJson(groups)}::jsonb) as g(id text, name text)
    where groups.tenant = ${tenant} and groups.site_id = ${site} and groups.id = g.id`.execute(trx);
  return Number(numAffectedRows);
}
