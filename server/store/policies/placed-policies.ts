/** Applications of all policies of a site, with names, in one query per page. */
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { PlacedPolicy } from '#protocol/rest/policy.ts';
import type { Database } from '../database.ts';
import type { Audience } from '../groups/group-audience.ts';
import type { Page } from '../page.ts';

/** The groups that a tutor may see, and the people and devices in them. */
export type Sight = 'all' | (Audience & { groupIds: ReadonlySet<string> });

export type PlacedPolicies = {
  /** Sorted by descending id of the application. Non-global policies of other tutors are left out. */
  list(tutor: SiteKey & { tutorId: string }, sight: Sight, page: Page): Promise<PlacedPolicy[]>;
};

export function createPlacedPolicies(db: Kysely<Database>): PlacedPolicies {
  return {
    async list({ tenant, site, tutorId }, sight, { limit, before }) {
      const rows = await db
        .selectFrom('policy_applications as applied')
        .innerJoin('policies', (join) =>
          join.onRef('policies.tenant', '=', 'applied.tenant').onRef('policies.id', '=', 'applied.policy_id'),
        )
        .leftJoin('groups', (join) =>
          join.onRef('groups.tenant', '=', 'applied.tenant').onRef('groups.id', '=', 'applied.group_id'),
        )
        .leftJoin('users', (join) =>
          join.onRef('users.tenant', '=', 'applied.tenant').onRef('users.id', '=', 'applied.user_id'),
        )
        .leftJoin('devices', (join) =>
          join.onRef('devices.tenant', '=', 'applied.tenant').onRef('devices.id', '=', 'applied.device_id'),
        )
        .select(['applied.id', 'applied.policy_id', 'applied.disabled', 'applied.expiry'])
        .select(['applied.group_id', 'applied.user_id', 'applied.device_id'])
        .select((of) =>
          of.fn.coalesce('groups.name', 'users.name', 'devices.hostname', of.val('')).as('name'),
        )
        .select((of) =>
          of
            .selectFrom('clients')
            .select('clients.id')
            .whereRef('clients.tenant', '=', 'applied.tenant')
            .whereRef('clients.user_id', '=', 'applied.user_id')
            .where('clients.site_id', '=', site)
            .where('clients.auth_type', '=', 'user')
            .orderBy('clients.last_seen_at', (order) => order.desc().nullsLast())
            .limit(1)
            .as('client_id'),
        )
        .where('applied.tenant', '=', tenant)
        .where('policies.site_id', '=', site)
        .where((is) => is.or([is('policies.global', '=', true), is('policies.owner_id', '=', tutorId)]))
        .$if(before !== undefined, (query) => query.where('applied.id', '<', before ?? ''))
        .$if(sight !== 'all', (query) => query.where((is) => seen(is, sight as Exclude<Sight, 'all'>)))
        .orderBy('applied.id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        policyId: row.policy_id,
        ...targetOf(row),
        name: row.name,
        ...(row.client_id !== null && { clientId: row.client_id }),
        disabled: row.disabled,
        expiry: row.expiry?.toISOString() ?? null,
      }));
    },
  };
}

type Applied = Database & { applied: Database['policy_applications'] };

const seen = (
  is: ExpressionBuilder<Applied, 'applied'>,
  { groupIds, userIds, deviceIds }: Exclude<Sight, 'all'>,
) =>
  is.or([
    is('applied.group_id', '=', is.fn.any(is.val([...groupIds]))),
    is('applied.user_id', '=', is.fn.any(is.val([...userIds]))),
    is('applied.device_id', '=', is.fn.any(is.val([...deviceIds]))),
  ]);

function targetOf(row: { group_id: string | null; user_id: string | null; device_id: string | null }) {
  if (row.group_id !== null) return { kind: 'groups' as const, targetId: row.group_id };
  if (row.user_id !== null) return { kind: 'users' as const, targetId: row.user_id };
  return { kind: 'devices' as const, targetId: row.device_id ?? '' };
}
