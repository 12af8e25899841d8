/** Policies of many users and devices: one query reads them, and a few change them, whatever their number. */

import { type Kysely, sql, type Transaction } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { RecipientPolicies } from '#protocol/rest/policy.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { Sight } from './placed-policies.ts';
import {
  type AppliedRow,
  COLUMN,
  TABLE,
  toApplied,
  toDate,
  unknownOf,
  type WantedApplication,
} from './policy-applications.ts';

export type Recipients = { users: readonly string[]; devices: readonly string[] };

export type RecipientsChange = {
  add: readonly WantedApplication[];
  /** Ids of policies. */
  remove: readonly string[];
};

const KINDS = [
  { kind: 'user', collection: 'users' },
  { kind: 'device', collection: 'devices' },
] as const;
type Kind = (typeof KINDS)[number]['kind'];

/** The recipients that the tutor may see. */
function inSight({ users, devices }: Recipients, sight: Sight): Recipients {
  if (sight === 'all') return { users, devices };
  return {
    users: users.filter((id) => sight.userIds.has(id)),
    devices: devices.filter((id) => sight.deviceIds.has(id)),
  };
}

type Row = { kind: Kind; target_id: string } & (AppliedRow | { id: null; policy_id: null });

const appliedTo = ({ tenant, site }: SiteKey, kind: Kind, ids: readonly string[]) => sql`
  select ${kind}::text as kind, target.id as target_id, applied.id, applied.policy_id, policies.name, policies.meta,
    applied.disabled, applied.disabled_ttl, applied.expiry
  from ${sql.table(TABLE[kind])} as target
  left join policy_applications as applied
    on applied.tenant = target.tenant and applied.${sql.ref(COLUMN[kind])} = target.id
  left join policies on policies.tenant = applied.tenant and policies.id = applied.policy_id
  where target.tenant = ${tenant} and target.site_id = ${site} and target.id = any(${[...ids]}::text[])
`;

export function createRecipientPolicies(db: Kysely<Database>) {
  return {
    /** Only for visible recipients of the site; newest policy first. */
    async read(site: SiteKey, recipients: Recipients, sight: Sight): Promise<RecipientPolicies[]> {
      const { users, devices } = inSight(recipients, sight);
      const { rows } = await sql<Row>`
        ${appliedTo(site, 'user', users)} union all ${appliedTo(site, 'device', devices)}
        order by policy_id desc, id desc
      `.execute(db);
      const found = new Map<string, RecipientPolicies>();
      for (const row of rows) {
        const key = `${row.kind} ${row.target_id}`;
        const recipient = found.get(key) ?? { kind: TABLE[row.kind], id: row.target_id, policies: [] };
        found.set(key, recipient);
        if (row.id !== null) recipient.policies.push(toApplied(row));
      }
      return [...found.values()];
    },

    /** Returns the ids of policies that the tutor cannot see; if there are any, nothing is changed. */
    change: (
      tutor: SiteKey & { tutorId: string },
      { recipients, sight, add, remove }: RecipientsChange & { recipients: Recipients; sight: Sight },
    ): Promise<readonly string[]> =>
      db.transaction().execute(async (trx) => {
        const seen = inSight(recipients, sight);
        // The last entry of a policy wins.
        const added = new Map(add.map((each) => [each.policyId, each]));
        const targets: { kind: Kind; ids: readonly string[] }[] = [];
        for (const { kind, collection } of KINDS)
          targets.push({ kind, ids: await lockTargets(trx, { ...tutor, kind }, seen[collection]) });
        const unknown = await unknownOf(trx, tutor, [...added.keys()]);
        if (unknown.length > 0) return unknown;
        for (const { kind, ids } of targets) {
          await takeOff(trx, { tenant: tutor.tenant, kind, ids }, remove);
          for (const policyId of [...added.keys()].sort())
            await apply(trx, { tenant: tutor.tenant, kind, ids }, added.get(policyId) ?? { policyId });
        }
        return [];
      }),
  };
}

type Targets = { tenant: string; kind: Kind; ids: readonly string[] };

/** Serialises concurrent changes of the same targets. Returns the ids that exist on the site. */
async function lockTargets(
  trx: Transaction<Database>,
  { tenant, site, kind }: SiteKey & { kind: Kind },
  ids: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom(TABLE[kind])
    .select('id')
    .where('tenant', '=', tenant)
    .where('site_id', '=', site)
    .where((is) => is('id', '=', is.fn.any(is.val([...ids]))))
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

const takeOff = (trx: Transaction<Database>, { tenant, kind, ids }: Targets, policyIds: readonly string[]) =>
  inTenant(trx, tenant)
    .deleteFrom('policy_applications')
    .where((is) => is('policy_id', '=', is.fn.any(is.val([...policyIds]))))
    .where((is) => is(COLUMN[kind], '=', is.fn.any(is.val([...ids]))))
    .execute();

const apply = (
  trx: Transaction<Database>,
  { tenant, kind, ids }: Targets,
  { policyId, disabled = false, disabledTTL = null, expiry }: WantedApplication,
) =>
  sql`
    insert into policy_applications (tenant, id, policy_id, ${sql.ref(COLUMN[kind])}, disabled, disabled_ttl, expiry)
    select ${tenant}, gen_random_uuid()::text, ${policyId}, target, ${disabled}, ${disabledTTL}, ${toDate(expiry)}
    from unnest(${[...ids]}::text[]) as target
    on conflict (tenant, policy_id, coalesce(group_id, ''), coalesce(user_id, ''), coalesce(device_id, ''))
    do update set disabled = excluded.disabled, disabled_ttl = excluded.disabled_ttl, expiry = excluded.expiry
  `.execute(trx);
