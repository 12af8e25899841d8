/** The policies of a site, without their applications. */

import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Policy, PolicyBody } from '#protocol/rest/policy.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { Page } from '../page.ts';
import type { PolicyTable } from '../tables/directory-tables.ts';

/** Maximum of a site, with policies that only their owners see, because each console reads the whole list. */
export const MAX_POLICIES = 1_000;

type TutorKey = SiteKey & { tutorId: string };

/** Fields that a tutor saves. Absent `disabled` stays unchanged; `version` must match the stored one. */
export type PolicyFields = Pick<
  PolicyBody,
  'name' | 'meta' | 'definition' | 'global' | 'disabled' | 'version'
>;

/** A tutor sees the site's global policies and their own; to others these do not exist. */
export type Policies = {
  list(tutor: TutorKey, page: Page): Promise<Policy[]>;
  find(tutor: TutorKey, id: string): Promise<Policy | undefined>;
  /** Returns the new policy's id; the tutor owns it. Undefined: the site has `MAX_POLICIES` already. */
  create(tutor: TutorKey, fields: PolicyFields): Promise<string | undefined>;
  /** False: the policy does not exist, or not in this version. */
  update(tutor: TutorKey, id: string, fields: PolicyFields): Promise<boolean>;
  /** Removes the policy and its applications. False: the policy does not exist. */
  remove(tutor: TutorKey, id: string): Promise<boolean>;
};

export function createPolicies(db: Kysely<Database>): Policies {
  const seenBy = ({ tenant, site, tutorId }: TutorKey) =>
    inTenant(db, tenant)
      .selectFrom('policies')
      .selectAll()
      .where('site_id', '=', site)
      .where(isSeenBy(tutorId));

  return {
    async list(tutor, { limit, before }) {
      const rows = await seenBy(tutor)
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return withCounts(db, tutor.tenant, rows);
    },

    async find(tutor, id) {
      const row = await seenBy(tutor).where('id', '=', id).executeTakeFirst();
      const [policy] = row === undefined ? [] : await withCounts(db, tutor.tenant, [row]);
      return policy;
    },

    create: (tutor, { name, meta, definition, global, disabled = false }) =>
      db.transaction().execute(async (trx) => {
        if ((await countUnderLock(trx, tutor)) >= MAX_POLICIES) return undefined;
        const id = randomUUID();
        await trx
          .insertInto('policies')
          .values({
            tenant: tutor.tenant,
            id,
            site_id: tutor.site,
            name,
            meta: toJson(meta),
            definition: toJson(definition),
            global,
            disabled,
            owner_id: tutor.tutorId,
          })
          .execute();
        return id;
      }),

    async update({ tenant, site, tutorId }, id, fields) {
      const { name, meta, definition, global, disabled, version } = fields;
      const { numUpdatedRows } = await inTenant(db, tenant)
        .updateTable('policies')
        .set({
          name,
          meta: toJson(meta),
          definition: toJson(definition),
          global,
          updated_at: sql`now()`,
          version: sql`version + 1`,
          ...(disabled !== undefined && { disabled }),
        })
        .where('site_id', '=', site)
        .where('id', '=', id)
        .where(isSeenBy(tutorId))
        .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async remove({ tenant, site, tutorId }, id) {
      const { numDeletedRows } = await inTenant(db, tenant)
        .deleteFrom('policies')
        .where('site_id', '=', site)
        .where('id', '=', id)
        .where(isSeenBy(tutorId))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** Serialises the creation of policies in one site, so that the count is right. */
async function countUnderLock(trx: Transaction<Database>, { tenant, site }: SiteKey): Promise<number> {
  await inTenant(trx, tenant)
    .selectFrom('sites')
    .select('id')
    .where('id', '=', site)
    .forNoKeyUpdate()
    .execute();
  const { count } = await inTenant(trx, tenant)
    .selectFrom('policies')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('site_id', '=', site)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const isSeenBy = (tutorId: string) => (is: ExpressionBuilder<Database, 'policies'>) =>
  is.or([is('global', '=', true), is('owner_id', '=', tutorId)]);

/** Reads the counts of all rows in one query. */
async function withCounts(
  db: Kysely<Database>,
  tenant: string,
  rows: readonly Selectable<PolicyTable>[],
): Promise<Policy[]> {
  if (rows.length === 0) return [];
  const counted = await inTenant(db, tenant)
    .selectFrom('policy_applications')
    .select(['policy_id'])
    .select((of) => [
      of.fn.count<string>('group_id').as('groups'),
      of.fn.count<string>('user_id').as('users'),
      of.fn.count<string>('device_id').as('devices'),
    ])
    .where(
      'policy_id',
      'in',
      rows.map(({ id }) => id),
    )
    .groupBy('policy_id')
    .execute();
  const counts = new Map(counted.map((each) => [each.policy_id, each]));
  return rows.map((row) => {
    const { id, name, meta, definition, global, disabled, version } = row;
    const { groups = 0, users = 0, devices = 0 } = counts.get(id) ?? {};
    const appliedTo = { groups: Number(groups), users: Number(users), devices: Number(devices) };
    const parts = definition as NonNullable<Policy['definition']>;
    const ownerId = row.owner_id;
    return { id, name, meta, definition: parts, global, disabled, version, ownerId, appliedTo };
  });
}
