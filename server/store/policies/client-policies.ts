/** Determines the policies of a device: those of its groups, of the person who sits at it, and its own. */

import type { Kysely } from 'kysely';
import * as v from 'valibot';
import type { Changes } from '#base/changes.ts';
import type { Log } from '#base/log.ts';
import type { SiteKey } from '#base/site-key.ts';
import { type ClientPolicies, clientPoliciesSchema } from '#protocol/client-policies.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { MAX_JSON_BYTES } from '#protocol/limits.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

/** The device whose policies are read. `userId`: only for a person of the directory. */
export type PolicyHolder = SiteKey & {
  groups: readonly string[];
  userId: string | undefined;
  deviceId: string | undefined;
};

type SentPolicy = ClientPolicies['policies'][number];
type InForce = {
  /** Sorted by ascending id. */
  policies: readonly { policy: SentPolicy; bytes: number }[];
  /** Ids of policies by `targetKey` of their target. */
  applied: ReadonlyMap<string, readonly string[]>;
  /** Infinite where no policy expires. */
  nextExpiry: EpochMs;
};
type CacheEntry = { inForce: Promise<InForce>; until: number; loggedCut: boolean };

/** Other processes on the same PostgreSQL are not notified of our changes. */
const MAX_AGE_MS = 10_000;
/** The longest time that a Node timer takes. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

export type ClientPoliciesOf = {
  of(holder: PolicyHolder): Promise<ClientPolicies>;
  /** Clears the timers. */
  stop(): void;
};

/**
 * The policies of a site are read once and cached, because a whole class requests them at the same moment.
 * When a policy expires, a change of the site's policies is published.
 */
export function createClientPolicies(deps: {
  db: Kysely<Database>;
  changes: Changes;
  clock: () => EpochMs;
  log: Pick<Log, 'warn'>;
}): ClientPoliciesOf {
  const { db, changes, clock, log } = deps;
  const cache = new Map<string, CacheEntry>();
  const expiries = new Map<string, NodeJS.Timeout>();
  let stopped = false;
  const unlisten = changes.listen(({ resource }) => {
    if (resource === 'policies') cache.clear();
  });

  function watchExpiry({ tenant, site }: SiteKey, nextExpiry: number): void {
    const key = `${tenant}/${site}`;
    clearTimeout(expiries.get(key));
    if (stopped || nextExpiry === Number.POSITIVE_INFINITY) return;
    const tell = () =>
      changes.publish({ tenant, site, resource: 'policies', change: 'updated', at: clock() });
    const leftMs = Math.min(Math.max(nextExpiry - clock(), 0), MAX_TIMEOUT_MS);
    expiries.set(key, setTimeout(tell, leftMs).unref());
  }

  function inForceOn(site: SiteKey): CacheEntry {
    const key = `${site.tenant}/${site.site}`;
    const before = cache.get(key);
    if (before && before.until > clock()) return before;
    const inForce = readInForce(db, { ...site, atMs: clock(), log });
    const asking = { inForce, until: clock() + MAX_AGE_MS, loggedCut: false };
    cache.set(key, asking);
    const isNewest = () => cache.get(key) === asking;
    inForce.then(
      ({ nextExpiry }) => {
        if (isNewest()) watchExpiry(site, nextExpiry);
      },
      () => {
        if (isNewest()) cache.delete(key);
      },
    );
    return asking;
  }

  return {
    async of(holder) {
      const asking = inForceOn(holder);
      const { list, left } = policiesFor(holder, await asking.inForce);
      if (left.length > 0 && !asking.loggedCut) {
        asking.loggedCut = true;
        const { tenant, site, deviceId } = holder;
        log.warn('policies do not fit into what a device reads', { tenant, site, deviceId, left });
      }
      return list;
    },
    stop() {
      stopped = true;
      unlisten();
      for (const timer of expiries.values()) clearTimeout(timer);
      expiries.clear();
    },
  };
}

/** All policies in force on a site at `atMs`, without disabled and expired ones. */
async function readInForce(
  db: Kysely<Database>,
  { tenant, site, atMs, log }: SiteKey & { atMs: number; log: Pick<Log, 'warn'> },
): Promise<InForce> {
  const applications = await db
    .selectFrom('policy_applications as applied')
    .innerJoin('policies', (join) =>
      join.onRef('policies.tenant', '=', 'applied.tenant').onRef('policies.id', '=', 'applied.policy_id'),
    )
    .select(['applied.policy_id', 'applied.group_id', 'applied.user_id', 'applied.device_id'])
    .select('applied.expiry')
    .where('applied.tenant', '=', tenant)
    .where('policies.site_id', '=', site)
    .where('applied.disabled', '=', false)
    .where('policies.disabled', '=', false)
    .where((is) => is.or([is('applied.expiry', 'is', null), is('applied.expiry', '>', new Date(atMs))]))
    .execute();
  const applied = new Map<string, string[]>();
  for (const { policy_id, group_id, user_id, device_id } of applications) {
    const key = targetKey({ groupId: group_id, userId: user_id, deviceId: device_id });
    const ids = applied.get(key) ?? [];
    applied.set(key, ids);
    ids.push(policy_id);
  }
  const ids = [...new Set(applications.map(({ policy_id }) => policy_id))];
  return {
    policies: ids.length === 0 ? [] : await readPolicies(db, { tenant, ids, log }),
    applied,
    nextExpiry: Math.min(...applications.flatMap(({ expiry }) => expiry?.getTime() ?? [])),
  };
}

async function readPolicies(
  db: Kysely<Database>,
  { tenant, ids, log }: { tenant: string; ids: readonly string[]; log: Pick<Log, 'warn'> },
): Promise<InForce['policies']> {
  const rows = await inTenant(db, tenant)
    .selectFrom('policies')
    .select(['id', 'name', 'definition'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id, name, definition }) => {
    // A device rejects the whole list if one policy is invalid, so invalid ones are left out.
    const read = v.safeParse(policySchema, { ...definition, id, name });
    if (read.success) return [{ policy: read.output, bytes: Buffer.byteLength(JSON.stringify(read.output)) }];
    log.warn('a policy cannot be read', { tenant, policy: id, why: v.getDotPath(read.issues[0]) });
    return [];
  });
}

const policySchema = clientPoliciesSchema.entries.policies.pipe[0].item;
/** Maximum number of policies that a device accepts. */
const MAX_POLICIES = 200;
const EMPTY_BYTES = Buffer.byteLength(JSON.stringify({ policies: [] }));

type Target = Record<'groupId' | 'userId' | 'deviceId', string | null>;
const NOTHING: Target = { groupId: null, userId: null, deviceId: null };
const targetKey = ({ groupId, userId, deviceId }: Target) => JSON.stringify([groupId, userId, deviceId]);

/** Each policy once, by ascending id; `left`: ids of the policies that do not fit. */
function policiesFor(
  { groups, userId, deviceId }: PolicyHolder,
  { policies, applied }: InForce,
): { list: ClientPolicies; left: readonly string[] } {
  const targets: Target[] = groups.map((groupId) => ({ ...NOTHING, groupId }));
  if (userId !== undefined) targets.push({ ...NOTHING, userId });
  if (deviceId !== undefined) targets.push({ ...NOTHING, deviceId });
  const appliedIds = new Set(targets.flatMap((target) => applied.get(targetKey(target)) ?? []));
  const fitting: SentPolicy[] = [];
  const left: string[] = [];
  let total = EMPTY_BYTES;
  for (const { policy, bytes } of policies) {
    if (!appliedIds.has(policy.id)) continue;
    // Plus the comma.
    const next = total + bytes + 1;
    if (fitting.length < MAX_POLICIES && next <= MAX_JSON_BYTES) {
      fitting.push(policy);
      total = next;
    } else left.push(policy.id);
  }
  return { list: { policies: fitting }, left };
}
