/**
 * Readable descriptions of resources before and after a change by an administrator. Columns are selected one
 * by one, so that secrets are never included.
 */

import { type Kysely, sql } from 'kysely';
import { kindOf } from '#protocol/rest/sync-job.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

/** Texts by field; for a list the log shows added and removed entries. */
export type Description = Readonly<Record<string, string | readonly string[]>>;

type Key = { tenant: string; id: string };
type Describe = (db: Kysely<Database>, key: Key) => Promise<Description | undefined>;

/** A row of texts without null columns. */
async function textsOf(db: Kysely<Database>, query: ReturnType<typeof sql<Record<string, string | null>>>) {
  const [row] = (await query.execute(db)).rows;
  if (!row) return undefined;
  return Object.fromEntries(
    Object.entries(row).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

const nameOf = (table: 'sites' | 'tags' | 'integrations', id: string) =>
  sql`(select named.name from ${sql.table(table)} as named where named.tenant = of.tenant and named.id = ${sql.ref(id)})`;

const onOff = (column: string, isOn: boolean) =>
  sql`case when ${sql.ref(column)} = ${isOn} then 'on' else 'off' end`;

/** Keys are the collections of the REST API. */
const DESCRIBE: Readonly<Record<string, Describe>> = {
  sites: (db, { tenant, id }) =>
    textsOf(
      db,
      sql`select of.name, ${nameOf('sites', 'of.parent_id')} as inside,
        (select count(*)::text from site_tokens as token where token.tenant = of.tenant and token.site_id = of.id) as tokens
        from sites as of where of.tenant = ${tenant} and of.id = ${id}`,
    ),

  tags: (db, { tenant, id }) =>
    textsOf(db, sql`select of.name from tags as of where of.tenant = ${tenant} and of.id = ${id}`),

  taglinks: (db, { tenant, id }) =>
    textsOf(
      db,
      sql`select ${nameOf('tags', 'of.tag_id')} as name, ${nameOf('sites', 'of.site_id')} as site
        from tag_links as of where of.tenant = ${tenant} and of.id = ${id}`,
    ),

  tutors: (db, { tenant, id }) =>
    textsOf(
      db,
      sql`select coalesce(of.name, of.primary_email) as name, of.primary_email as email
        from tutors as of where of.tenant = ${tenant} and of.id = ${id}`,
    ),

  /** `id`: the tutor who has the role links. */
  async rolelinks(db, { tenant, id }) {
    const tutor = await DESCRIBE.tutors?.(db, { tenant, id });
    const { rows } = await sql<{ role: string }>`
      select role.friendly_name || ', ' || case when of.global then 'whole tenant'
          when of.tag_id is not null then 'tag ' || coalesce(${nameOf('tags', 'of.tag_id')}, of.tag_id)
          else coalesce(${nameOf('sites', 'of.site_id')}, of.site_id) end
        || case when of.can_grant then ', may give it to others' else '' end as role
      from role_links as of join roles as role on role.tenant = of.tenant and role.id = of.role_id
      where of.tenant = ${tenant} and of.tutor_id = ${id} order by 1`.execute(db);
    return tutor && { name: tutor.name ?? '', roles: rows.map(({ role }) => role) };
  },

  async 'site-runners'(db, { tenant, id }) {
    const runner = await textsOf(
      db,
      sql`select of.name, ${nameOf('sites', 'of.site_id')} as site
        from site_runners as of where of.tenant = ${tenant} and of.id = ${id}`,
    );
    const { rows } = await sql<{ name: string }>`
      select role.name from site_runner_roles as of join client_roles as role
        on role.tenant = of.tenant and role.id = of.client_role_id
      where of.tenant = ${tenant} and of.runner_id = ${id} order by 1`.execute(db);
    return runner && { ...runner, abilities: rows.map(({ name }) => name) };
  },

  integrations: (db, { tenant, id }) =>
    textsOf(
      db,
      sql`select of.name, of.service, ${onOff('of.disabled', false)} as state, of.config ->> 'domain' as domain,
        of.config ->> 'adminEmail' as "adminEmail", of.config ->> 'tenantId' as directory
        from integrations as of where of.tenant = ${tenant} and of.id = ${id}`,
    ),

  async syncs(db, { tenant, id }) {
    const job = await textsOf(
      db,
      sql`select of.name, ${onOff('of.enabled', true)} as state, ${nameOf('integrations', 'of.integration_id')} as integration,
        ${nameOf('sites', 'of.site_id')} as site, ${nameOf('tags', 'of.tag_id')} as tag
        from sync_jobs as of where of.tenant = ${tenant} and of.id = ${id}`,
    );
    const row = await inTenant(db, tenant)
      .selectFrom('sync_jobs')
      .select(['directory_settings', 'import_settings'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!job || !row) return undefined;
    const from = Object.entries(row.directory_settings).flatMap(([field, value]) =>
      typeof value === 'string' && value !== '' ? `${field} ${value}` : [],
    );
    return { ...job, imports: kindOf(row.import_settings), from, ...importTexts(row.import_settings) };
  },
};

function importTexts(settings: object): Description {
  const [of = {}] = Object.values(settings) as Record<string, unknown>[];
  return { settings: Object.entries(of).map(([field, value]) => `${field} ${[value].flat().join(' ')}`) };
}

/** Undefined: the resource does not exist or has no description. */
export async function describeResource(
  db: Kysely<Database>,
  { type, ...key }: Key & { type: string },
): Promise<Description | undefined> {
  return Object.hasOwn(DESCRIBE, type) ? DESCRIBE[type]?.(db, key) : undefined;
}
