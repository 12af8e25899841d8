/** Applications of policies to groups, people and devices. */

import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import { mergedList } from '#domain/groups/merged-list.ts';
import type { AppliedPolicy, MemberPolicy } from '#protocol/rest/policy.ts';
import type { Database } from '../database.ts';
import type { Audience } from '../groups/group-audience.ts';
import { inTenant } from '../in-tenant.ts';

export type PolicyTarget = SiteKey & { kind: 'group' | 'user' | 'device'; id: string };

/** The application after the change. Absent fields stay unchanged; a new application takes the defaults. */
export type WantedApplication = {
  policyId: string;
  disabled?: boolean | undefined;
  disabledTTL?: number | null | undefined;
  /** ISO 8601. */
  expiry?: string | null | undefined;
};

export type PutWay = {
  tutorId: string;
  /** Remove all other applications of the target. */
  whole: boolean;
  /** The list when editing began, so that concurrent changes survive; undefined: the list is replaced. */
  former?: readonly WantedApplication[] | undefined;
};

export type PolicyApplications = {
  /** Newest policy first. */
  of(target: PolicyTarget): Promise<AppliedPolicy[]>;
  ofAudience(site: SiteKey, audience: Audience): Promise<MemberPolicy[]>;
  /** Returns ids of policies that the tutor cannot see and that are not applied; then nothing is changed. */
  put(target: PolicyTarget, wanted: readonly WantedApplication[], way: PutWay): Promise<readonly string[]>;
};

export const COLUMN = { group: 'group_id', user: 'user_id', device: 'device_id' } as const;
export const TABLE = { group: 'groups', user: 'users', device: 'devices' } as const;
const APPLIED = [
  'applied.id',
  'applied.policy_id',
  'applied.user_id',
  'applied.device_id',
  'applied.disabled',
  'applied.disabled_ttl',
  'applied.expiry',
] as const;

export type AppliedRow = {
  id: string;
  policy_id: string;
  name: string;
  meta: Record<string, unknown>;
  disabled: boolean;
  disabled_ttl: number | null;
  expiry: Date | null;
};

export function createPolicyApplications(db: Kysely<Database>): PolicyApplications {
  const appliedOn = ({ tenant, site }: SiteKey) =>
    db
      .selectFrom('policy_applications as applied')
      .innerJoin('policies', (join) =>
        join.onRef('policies.tenant', '=', 'applied.tenant').onRef('policies.id', '=', 'applied.policy_id'),
      )
      .select([...APPLIED, 'policies.name', 'policies.meta'])
      .where('applied.tenant', '=', tenant)
      .where('policies.site_id', '=', site)
      .orderBy('applied.policy_id', 'desc')
      .orderBy('applied.id', 'desc');

  return {
    async of(target) {
      const rows = await appliedOn(target).where(`applied.${COLUMN[target.kind]}`, '=', target.id).execute();
      return rows.map(toApplied);
    },

    async ofAudience(site, { userIds, deviceIds }) {
      const rows = await appliedOn(site)
        .where((is) =>
          is.or([
            is('applied.user_id', '=', is.fn.any(is.val([...userIds]))),
            is('applied.device_id', '=', is.fn.any(is.val([...deviceIds]))),
          ]),
        )
        .execute();
      return rows.map(toMemberPolicy);
    },

    put: (target, wanted, { tutorId, whole, former }) =>
      db.transaction().execute(async (trx) => {
        await lockTarget(trx, target);
        const before = await inTenant(trx, target.tenant)
          .selectFrom('policy_applications')
          .select(['id', 'policy_id'])
          .where(COLUMN[target.kind], '=', target.id)
          .execute();
        const idOf = new Map(before.map((row) => [row.policy_id, row.id]));
        const byPolicy = changedOf(wanted, { now: [...idOf.keys()], former });
        const added = [...byPolicy.keys()].filter((policyId) => !idOf.has(policyId));
        const unknown = await unknownOf(trx, { ...target, tutorId }, added);
        if (unknown.length > 0) return unknown;

        const gone = whole ? before.filter((row) => !byPolicy.has(row.policy_id)).map(({ id }) => id) : [];
        if (gone.length > 0) await remove(trx, target.tenant, gone);
        for (const application of [...byPolicy.values()].sort(byId)) {
          const id = idOf.get(application.policyId);
          if (id === undefined) await add(trx, target, application);
          else await change(trx, { tenant: target.tenant, id }, application);
        }
        return [];
      }),
  };
}

/** The new applications by policy. Fields that only others have changed since `former` are left out. */
function changedOf(
  wanted: readonly WantedApplication[],
  { now, former }: { now: readonly string[]; former: readonly WantedApplication[] | undefined },
): Map<string, WantedApplication> {
  // The last entry of a policy wins.
  const named = new Map(wanted.map((each) => [each.policyId, each]));
  if (former === undefined) return named;
  const formerly = new Map(former.map((each) => [each.policyId, each]));
  const mergedIds = mergedList(now, { former: [...formerly.keys()], wanted: [...named.keys()] });
  return new Map(
    mergedIds.map((policyId) => [
      policyId,
      changedFields(named.get(policyId), formerly.get(policyId)) ?? { policyId },
    ]),
  );
}

/** `wanted` without the fields that equal those of `former`. */
function changedFields(
  wanted: WantedApplication | undefined,
  former: WantedApplication | undefined,
): WantedApplication | undefined {
  if (wanted === undefined || former === undefined) return wanted;
  const { policyId, disabled, disabledTTL, expiry } = wanted;
  return {
    policyId,
    ...(disabled !== (former.disabled ?? false) && { disabled }),
    ...(disabledTTL !== (former.disabledTTL ?? null) && { disabledTTL }),
    ...(expiry !== (former.expiry ?? null) && { expiry }),
  };
}

/** Serialises concurrent changes of one target. */
const lockTarget = (trx: Transaction<Database>, { tenant, kind, id }: PolicyTarget) =>
  trx
    .selectFrom(TABLE[kind])
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .execute();

/** All transactions lock rows in the same order, so that they cannot deadlock. */
const byId = (a: WantedApplication, b: WantedApplication) =>
  a.policyId < b.policyId ? -1 : Number(a.policyId > b.policyId);

/** Ids that are neither global policies of the site nor the tutor's own. */
export async function unknownOf(
  trx: Transaction<Database>,
  { tenant, site, tutorId }: SiteKey & { tutorId: string },
  policyIds: readonly string[],
): Promise<string[]> {
  if (policyIds.length === 0) return [];
  const rows = await inTenant(trx, tenant)
    .selectFrom('policies')
    .select('id')
    .where('site_id', '=', site)
    .where('id', 'in', policyIds)
    .where((is) => is.or([is('global', '=', true), is('owner_id', '=', tutorId)]))
    // Waits for a concurrent deletion, or delays it until this transaction ends.
    .orderBy('id')
    .forKeyShare()
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  return policyIds.filter((id) => !known.has(id));
}

const remove = (trx: Transaction<Database>, tenant: string, ids: readonly string[]) =>
  inTenant(trx, tenant).deleteFrom('policy_applications').where('id', 'in', ids).execute();

export const toDate = (expiry: string | null | undefined) => (expiry ? new Date(expiry) : null);

const add = (
  trx: Transaction<Database>,
  { tenant, kind, id }: PolicyTarget,
  { policyId, disabled = false, disabledTTL = null, expiry }: WantedApplication,
) =>
  trx
    .insertInto('policy_applications')
    .values({
      tenant,
      id: randomUUID(),
      policy_id: policyId,
      [COLUMN[kind]]: id,
      disabled,
      disabled_ttl: disabledTTL,
      expiry: toDate(expiry),
    })
    // Another tutor has applied the policy at the same moment.
    .onConflict((conflict) => conflict.doNothing())
    .execute();

async function change(
  trx: Transaction<Database>,
  { tenant, id }: { tenant: string; id: string },
  { disabled, disabledTTL, expiry }: WantedApplication,
): Promise<void> {
  const fields = {
    ...(disabled !== undefined && { disabled }),
    ...(disabledTTL !== undefined && { disabled_ttl: disabledTTL }),
    ...(expiry !== undefined && { expiry: toDate(expiry) }),
  };
  if (Object.keys(fields).length === 0) return;
  await inTenant(trx, tenant).updateTable('policy_applications').set(fields).where('id', '=', id).execute();
}

export const toApplied = (row: AppliedRow): AppliedPolicy => ({
  id: row.id,
  policyId: row.policy_id,
  name: row.name,
  meta: row.meta,
  disabled: row.disabled,
  disabledTTL: row.disabled_ttl,
  expiry: row.expiry?.toISOString() ?? null,
});

const toMemberPolicy = (
  row: AppliedRow & { user_id: string | null; device_id: string | null },
): MemberPolicy => ({
  ...toApplied(row),
  ...(row.user_id !== null && { userId: row.user_id }),
  ...(row.device_id !== null && { deviceId: row.device_id }),
});
