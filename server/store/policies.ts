import type { Kysely, Selectable } from 'kysely';
import type { Policy } from '#protocol/rest/policy.ts';
import type { Database } from './database.ts';
import type { PolicyTable } from './directory-tables.ts';
import type { Page } from './page.ts';
import type { SiteKey } from './reach.ts';

/** A policy on a target, with what a card shows of it (STORE-18, STORE-19). */
export type PolicyApplication = {
  id: string;
  policyId: string;
  name: string;
  meta: Policy['meta'];
  disabled: boolean;
  disabledTTL: number | null;
  /** ISO 8601. */
  expiry: string | null;
};

export type Policies = {
  /** The site's global policies and the tutor's own. */
  list(tutor: SiteKey & { tutorId: string }, page: Page): Promise<Policy[]>;
  ofGroup(group: SiteKey & { groupId: string }): Promise<PolicyApplication[]>;
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

    async ofGroup({ tenant, site, groupId }) {
      const rows = await db
        .selectFrom('policy_applications as applied')
        .innerJoin('policies', (join) =>
          join.onRef('policies.tenant', '=', 'applied.tenant').onRef('policies.id', '=', 'applied.policy_id'),
        )
        .select([
          'applied.id',
          'applied.policy_id',
          'applied.disabled',
          'applied.disabled_ttl',
          'applied.expiry',
        ])
        .select(['policies.name', 'policies.meta'])
        .where('applied.tenant', '=', tenant)
        .where('policies.site_id', '=', site)
        .where('applied.group_id', '=', groupId)
        .orderBy('applied.id', 'desc')
        .execute();
      return rows.map(({ id, policy_id, name, meta, disabled, disabled_ttl, expiry }) => ({
        ...{ id, policyId: policy_id, name, meta, disabled },
        disabledTTL: disabled_ttl,
        expiry: expiry?.toISOString() ?? null,
      }));
    },
  };
}

function toPolicy(row: Selectable<PolicyTable>): Policy {
  const { id, name, meta, definition, global, disabled } = row;
  return { id, name, meta, definition, global, disabled, ownerId: row.owner_id };
}
