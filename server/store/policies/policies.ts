import type { Kysely, Selectable } from 'kysely';
import type { Policy } from '#protocol/rest/policy.ts';
import type { Database } from '../database.ts';
import type { Page } from '../page.ts';
import type { SiteKey } from '../site-key.ts';
import type { PolicyTable } from '../tables/directory-tables.ts';

export type Policies = {
  /** The site's global policies and the tutor's own. */
  list(tutor: SiteKey & { tutorId: string }, page: Page): Promise<Policy[]>;
};

export function createPolicies(db: Kysely<Database>): Policies {
  return {
    async list({ tenant, site, tutorId }, { limit, before }) {
      const rows = await db
        .selectFrom('policies')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('site_id', '=', site)
        .where((is) => is.or([is('global', '=', true), is('owner_id', '=', tutorId)]))
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toPolicy);
    },
  };
}

function toPolicy(row: Selectable<PolicyTable>): Policy {
  const { id, name, meta, definition, global, disabled } = row;
  return { id, name, meta, definition, global, disabled, ownerId: row.owner_id };
}
