/** Which policies hold for a device: by its groups, the person who sits at it, and itself. */
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { type ClientPolicies, clientPoliciesSchema } from '#protocol/client-policies.ts';
import type { Changes } from '../changes.ts';
import type { Database } from './database.ts';
import type { SiteKey } from './reach.ts';

/** Whose policies are asked for. `userId` only of a person of the directory. */
export type PolicyHolder = SiteKey & {
  groups: readonly string[];
  userId: string | undefined;
  deviceId: string | undefined;
};

type SentPolicy = ClientPolicies['policies'][number];
/** One policy in force on one target. */
type PolicyInForce = {
  policy: SentPolicy;
  expiry: Date | null;
  groupId: string | null;
  userId: string | null;
  deviceId: string | null;
};

/** Other processes on the same PostgreSQL do not hear of our changes. */
const MAX_AGE_MS = 10_000;
/** The longest time that a Node timer takes. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * A class asks in one moment: what is in force is read once for the site. When a policy runs out that was in force,
 * that is published as a change of the site's policies. `clock`: epoch milliseconds.
 */
export function createClientPolicies(
  db: Kysely<Database>,
  changes: Changes,
  clock: () => number = Date.now,
): (holder: PolicyHolder) => Promise<ClientPolicies> {
  const kept = new Map<string, { inForce: Promise<readonly PolicyInForce[]>; until: number }>();
  // It listens as long as the platform lives, like the cache itself.
  changes.listen(({ resource }) => {
    if (resource === 'policies') kept.clear();
  });

  const expiries = new Map<string, NodeJS.Timeout>();
  function watchExpiry({ tenant, site }: SiteKey, inForce: readonly PolicyInForce[]): void {
    const key = `${tenant}/${site}`;
    clearTimeout(expiries.get(key));
    const next = Math.min(...inForce.flatMap(({ expiry }) => expiry?.getTime() ?? []));
    if (next === Number.POSITIVE_INFINITY) return;
    const tell = () =>
      changes.publish({ tenant, site, resource: 'policies', change: 'updated', at: clock() });
    const leftMs = Math.min(Math.max(next - clock(), 0), MAX_TIMEOUT_MS);
    expiries.set(key, setTimeout(tell, leftMs).unref());
  }

  function inForceOn(site: SiteKey): Promise<readonly PolicyInForce[]> {
    const key = `${site.tenant}/${site.site}`;
    const before = kept.get(key);
    if (before && before.until > clock()) return before.inForce;
    const asking = { inForce: readPoliciesInForce(db, site, clock()), until: clock() + MAX_AGE_MS };
    kept.set(key, asking);
    asking.inForce.then(
      (inForce) => watchExpiry(site, inForce),
      () => undefined,
    );
    asking.inForce.catch(() => {
      if (kept.get(key) === asking) kept.delete(key);
    });
    return asking.inForce;
  }
  return async (holder) => policiesFor(holder, await inForceOn(holder));
}

/** Everything that is in force on a site at `atMs`, without what is disabled or has run out. */
async function readPoliciesInForce(
  db: Kysely<Database>,
  { tenant, site }: SiteKey,
  atMs: number,
): Promise<PolicyInForce[]> {
  const rows = await db
    .selectFrom('policy_applications as applied')
    .innerJoin('policies', (join) =>
      join.onRef('policies.tenant', '=', 'applied.tenant').onRef('policies.id', '=', 'applied.policy_id'),
    )
    .select(['policies.id', 'policies.name', 'policies.definition'])
    .select(['applied.group_id', 'applied.user_id', 'applied.device_id', 'applied.expiry'])
    .where('applied.tenant', '=', tenant)
    .where('policies.site_id', '=', site)
    .where('applied.disabled', '=', false)
    .where('policies.disabled', '=', false)
    .where((is) => is.or([is('applied.expiry', 'is', null), is('applied.expiry', '>', new Date(atMs))]))
    .orderBy('policies.id')
    .execute();
  return rows.flatMap(({ id, name, definition, ...target }) => {
    // What a device could not read would cost it the whole list.
    const read = v.safeParse(policySchema, { ...definition, id, name });
    if (!read.success) return [];
    return [
      {
        ...{ policy: read.output, expiry: target.expiry, groupId: target.group_id },
        ...{ userId: target.user_id, deviceId: target.device_id },
      },
    ];
  });
}

const policySchema = clientPoliciesSchema.entries.policies.pipe[0].item;
/** As many as a device reads. */
const MAX_POLICIES = 200;

/** Each policy once, by rising id, whatever it is applied to. */
function policiesFor(holder: PolicyHolder, inForce: readonly PolicyInForce[]): ClientPolicies {
  const groups = new Set(holder.groups);
  const held = new Map<string, SentPolicy>();
  for (const { policy, groupId, userId, deviceId } of inForce) {
    const meant =
      (groupId !== null && groups.has(groupId)) ||
      (userId !== null && userId === holder.userId) ||
      (deviceId !== null && deviceId === holder.deviceId);
    if (meant) held.set(policy.id, policy);
  }
  return { policies: [...held.values()].slice(0, MAX_POLICIES) };
}
