import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { SiteKey } from '../site-key.ts';

export type SiteRunners = { has(runner: SiteKey & { runnerId: string }): Promise<boolean> };

export function createSiteRunners(db: Kysely<Database>): SiteRunners {
  return {
    async has({ tenant, site, runnerId }) {
      const row = await db
        .selectFrom('site_runners')
        .select('id')
        .where('tenant', '=', tenant)
        .where('site_id', '=', site)
        .where('id', '=', runnerId)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
