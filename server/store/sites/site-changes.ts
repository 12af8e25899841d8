/** Creates, renames, moves and deletes sites. Changes of one tenant run one at a time. */

import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { SiteContents } from '#protocol/rest/admin/site.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

export type SiteRefusal =
  /** Another site has the name. */
  | { name: 'taken' }
  | { name: 'no-parent' }
  /** The site would be inside itself. */
  | { name: 'own-parent' };
export type SiteMade = { name: 'made'; id: string } | SiteRefusal;
export type SiteSaved = { name: 'saved' } | { name: 'no-site' } | SiteRefusal;
export type SiteRemoved = { name: 'removed' } | { name: 'no-site' } | { name: 'has-sites' };

/** `parentId`: null is the top level; undefined keeps the parent, or puts a new site at the top level. */
export type SiteFields = { name: string; parentId: string | null | undefined };

export type SiteChanges = {
  make(tenant: string, site: SiteFields): Promise<SiteMade>;
  save(key: SiteKey, site: SiteFields): Promise<SiteSaved>;
  /** Deletes the site with all its data. The next sweep removes its images from their store. */
  remove(key: SiteKey): Promise<SiteRemoved>;
  /** Counts of the resources that would be deleted with the site. Undefined: the site does not exist. */
  contents(key: SiteKey): Promise<SiteContents | undefined>;
};

type Row = { id: string; name: string; parent_id: string | null };

export function createSiteChanges(db: Kysely<Database>): SiteChanges {
  /** Passes all sites of the tenant, which other transactions cannot change until `work` is done. */
  const exclusively = <T>(tenant: string, work: (trx: Transaction<Database>, rows: Row[]) => Promise<T>) =>
    db.transaction().execute(async (trx) => {
      await trx.selectFrom('tenants').select('key').where('key', '=', tenant).forNoKeyUpdate().execute();
      const rows = await inTenant(trx, tenant)
        .selectFrom('sites')
        .select(['id', 'name', 'parent_id'])
        .execute();
      return work(trx, rows);
    });

  return {
    make: (tenant, { name, parentId = null }) =>
      exclusively(tenant, async (trx, rows): Promise<SiteMade> => {
        const id = randomUUID();
        const refused = refusalOf(rows, { id, name, parentId });
        if (refused) return refused;
        await trx.insertInto('sites').values({ tenant, id, name, parent_id: parentId }).execute();
        return { name: 'made', id };
      }),

    save: ({ tenant, site }, fields) =>
      exclusively(tenant, async (trx, rows): Promise<SiteSaved> => {
        const row = rows.find(({ id }) => id === site);
        if (row === undefined) return { name: 'no-site' };
        const { name, parentId = row.parent_id } = fields;
        const refused = refusalOf(rows, { id: site, name, parentId });
        if (refused) return refused;
        await inTenant(trx, tenant)
          .updateTable('sites')
          .set({ name, parent_id: parentId })
          .where('id', '=', site)
          .execute();
        return { name: 'saved' };
      }),

    remove: ({ tenant, site }) =>
      exclusively(tenant, async (trx, rows): Promise<SiteRemoved> => {
        if (!rows.some(({ id }) => id === site)) return { name: 'no-site' };
        if (rows.some(({ parent_id }) => parent_id === site)) return { name: 'has-sites' };
        await endSessions(trx, { tenant, site });
        // Waits for a running job of the site, which still writes rows that refer to the site.
        await inTenant(trx, tenant).deleteFrom('sync_jobs').where('site_id', '=', site).execute();
        await inTenant(trx, tenant).deleteFrom('sites').where('id', '=', site).execute();
        return { name: 'removed' };
      }),

    async contents({ tenant, site }) {
      const count = (table: (typeof COUNTED)[number]) =>
        sql<number>`(select count(*)::int from ${sql.table(table)} where tenant = ${tenant} and site_id = ${site})`;
      return inTenant(db, tenant)
        .selectFrom('sites')
        .select([
          count('devices').as('devices'),
          count('users').as('users'),
          count('groups').as('groups'),
          count('policies').as('policies'),
          count('site_runners').as('runners'),
          count('sync_jobs').as('syncs'),
          count('site_tokens').as('tokens'),
        ])
        .where('id', '=', site)
        .executeTakeFirst();
    },
  };
}

const COUNTED = [
  ...(['devices', 'users', 'groups', 'policies'] as const),
  ...(['site_runners', 'sync_jobs', 'site_tokens'] as const),
] as const;

/** Undefined: the site may have this name and parent. */
function refusalOf(
  rows: readonly Row[],
  site: { id: string; name: string; parentId: string | null },
): SiteRefusal | undefined {
  if (rows.some(({ id, name }) => id !== site.id && name === site.name)) return { name: 'taken' };
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  if (site.parentId !== null && !parents.has(site.parentId)) return { name: 'no-parent' };
  for (let above = site.parentId; above !== null; above = parents.get(above) ?? null)
    if (above === site.id) return { name: 'own-parent' };
  return undefined;
}

/** Ends sessions of the site's tutors, devices and runners; none can be renewed. */
async function endSessions(trx: Transaction<Database>, { tenant, site }: SiteKey): Promise<void> {
  for (const [kind, table] of [
    ['device', 'clients'],
    ['runner', 'site_runners'],
  ] as const) {
    await inTenant(trx, tenant)
      .deleteFrom('refresh_tokens')
      .where('subject_kind', '=', kind)
      .where('subject_id', 'in', (of) =>
        of.selectFrom(table).select('id').where('tenant', '=', tenant).where('site_id', '=', site),
      )
      .execute();
  }
}
