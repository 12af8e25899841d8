import type { Kysely } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

export type SiteClients = { has(client: SiteKey & { clientId: string }): Promise<boolean> };

export function createSiteClients(db: Kysely<Database>): SiteClients {
  return {
    async has({ tenant, site, clientId }) {
      const row = await inTenant(db, tenant)
        .selectFrom('clients')
        .select('id')
        .where('site_id', '=', site)
        .where('id', '=', clientId)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
