/** The tenants of the platform, and their creation. */
import type { Kysely } from 'kysely';
import type { NewTenant } from '#base/platform-options.ts';
import type { Database } from '../database.ts';
import { addTenantRoles } from './tenant-roles.ts';

export type Tenant = NewTenant & { isDemo: boolean };

export type Tenants = {
  /** Creates a tenant with only its roles, if the key is free. Returns whether it did. */
  ensure(tenant: NewTenant): Promise<boolean>;
  has(key: string): Promise<boolean>;
  /** Sorted by key. */
  list(): Promise<Tenant[]>;
};

export function createTenants(db: Kysely<Database>): Tenants {
  return {
    ensure: ({ key, name }) =>
      db.transaction().execute(async (trx) => {
        const made = await trx
          .insertInto('tenants')
          .values({ key, name })
          .onConflict((row) => row.column('key').doNothing())
          .returning('key')
          .executeTakeFirst();
        if (made) await addTenantRoles(trx, key);
        return made !== undefined;
      }),
    async has(key) {
      const row = await db.selectFrom('tenants').select('key').where('key', '=', key).executeTakeFirst();
      return row !== undefined;
    },
    async list() {
      const rows = await db
        .selectFrom('tenants')
        .select(['key', 'name', 'properties'])
        .orderBy('key')
        .execute();
      return rows.map(({ key, name, properties }) => ({
        key,
        name,
        isDemo: properties.demoStudents !== undefined,
      }));
    },
  };
}
