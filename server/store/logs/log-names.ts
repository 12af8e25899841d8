/** Current names of the resources in logs: logs hold ids, and outlive the resources. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';

/** Without a site: resources of any site of the tenant. */
export type LogPlace = { tenant: string; site: string | undefined };

export type LogNames = {
  /** Names by id. Deleted resources have no name, except former tutors. */
  of(site: LogPlace, type: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

type Named = { table: keyof Database; name: string; ofSite: boolean };

const TUTORS: readonly Named[] = [
  { table: 'former_tutors', name: 'name', ofSite: false },
  { table: 'tutors', name: 'coalesce(name, primary_email)', ofSite: false },
];

/** Keys are the collections of the REST API. */
const TABLES: Readonly<Record<string, readonly Named[]>> = {
  groups: [{ table: 'groups', name: 'name', ofSite: true }],
  users: [{ table: 'users', name: 'name', ofSite: true }],
  devices: [{ table: 'devices', name: "coalesce(nullif(alias, ''), hostname)", ofSite: true }],
  clients: [{ table: 'clients', name: 'hostname', ofSite: true }],
  policies: [{ table: 'policies', name: 'name', ofSite: true }],
  'live-rooms': [{ table: 'live_rooms', name: 'name', ofSite: true }],
  'site-runners': [{ table: 'site_runners', name: 'name', ofSite: true }],
  tutors: TUTORS,
  // Role links are announced with the id of their tutor.
  rolelinks: TUTORS,
  sites: [{ table: 'sites', name: 'name', ofSite: false }],
  tags: [{ table: 'tags', name: 'name', ofSite: false }],
  roles: [{ table: 'roles', name: 'friendly_name', ofSite: false }],
  integrations: [{ table: 'integrations', name: 'name', ofSite: false }],
  syncs: [{ table: 'sync_jobs', name: 'name', ofSite: false }],
  // Alerts are removed for a group or for a person.
  userlogs: [
    { table: 'groups', name: 'name', ofSite: true },
    { table: 'users', name: 'name', ofSite: true },
  ],
};

export function createLogNames(db: Kysely<Database>): LogNames {
  async function read({ tenant, site }: LogPlace, { table, name, ofSite }: Named, ids: readonly string[]) {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, ${sql.raw(name)} as name from ${sql.table(table)}
      where tenant = ${tenant} and id in (${sql.join(ids)})
      ${ofSite && site !== undefined ? sql`and site_id = ${site}` : sql``}`.execute(db);
    return rows;
  }

  return {
    async of(site, type, ids) {
      const found = new Map<string, string>();
      const tables = Object.hasOwn(TABLES, type) ? TABLES[type] : undefined;
      const uniqueIds = [...new Set(ids)];
      if (uniqueIds.length === 0) return found;
      for (const table of tables ?? [])
        for (const { id, name } of await read(site, table, uniqueIds)) found.set(id, name);
      return found;
    },
  };
}
