/**
 * Changes of role links. The changes of one tenant run one at a time, because the roles of the granter and
 * the other super admins must not change during a check.
 */

import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import {
  type GrantChange,
  type Granter,
  type GrantObstacle,
  grantObstacle,
  type RolePlace,
  SUPER_ADMIN,
} from '#domain/people/grant-rule.ts';
import { fieldsOf, type PlaceFields, placeOf } from '#domain/people/role-place.ts';
import type { RoleChange, RoleLink } from '#protocol/rest/role.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { linkOfRow, linksOf, roleOfRow } from './roles.ts';

export type RoleRefusal =
  | { name: 'obstacle'; obstacle: GrantObstacle }
  /** The change would leave the tenant without a super admin. */
  | { name: 'last-super-admin' }
  | { name: 'gone'; what: 'tutor' | 'role' | 'site' | 'tag' | 'link' };

export type LinkOutcome = { name: 'linked'; link: RoleLink; isNew: boolean } | RoleRefusal;
export type RemovalOutcome = { name: 'removed'; link: RoleLink } | RoleRefusal;

/** `granterId`: the tutor who makes the change. */
type RoleTarget = { tenant: string; granterId: string; tutorId: string };

export type RoleChanges = {
  /** An existing link stays as it is. */
  assign(
    target: RoleTarget,
    assignment: PlaceFields & { roleId: string; canGrant: boolean },
  ): Promise<LinkOutcome>;
  setGrant(target: RoleTarget, linkId: string, canGrant: boolean): Promise<LinkOutcome>;
  remove(target: RoleTarget, linkId: string): Promise<RemovalOutcome>;
  /** Each change succeeds or is refused by itself; undefined: success. Removing a missing link succeeds. */
  all(target: RoleTarget, changes: readonly RoleChange[]): Promise<(RoleRefusal | undefined)[]>;
};

export function createRoleChanges(db: Kysely<Database>): RoleChanges {
  /** `work` runs while no other change of roles in the tenant can. */
  const exclusively = <T>(target: RoleTarget, work: (context: RoleContext) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (trx) => {
      await lockRoles(trx, target.tenant);
      return work(await openContext(trx, target));
    });
  return {
    assign: (target, assignment) => exclusively(target, (context) => assign(context, assignment)),
    setGrant: (target, linkId, canGrant) =>
      exclusively(target, (context) => setGrant(context, linkId, canGrant)),
    remove: (target, linkId) => exclusively(target, (context) => remove(context, linkId)),
    all: (target, changes) =>
      exclusively(target, async (context) => {
        const outcomes: (RoleRefusal | undefined)[] = [];
        for (const change of changes) outcomes.push(refusalOf(await make(context, change)));
        return outcomes;
      }),
  };
}

/** Blocks all other changes of permissions in the tenant until the transaction ends. */
export async function lockRoles(trx: Transaction<Database>, tenant: string): Promise<void> {
  await trx.selectFrom('tenants').select('key').where('key', '=', tenant).forUpdate().execute();
}

/** The role links that make a tutor a super admin. */
export function superAdminLinks(trx: Transaction<Database>, tenant: string) {
  return inTenant(trx, tenant)
    .selectFrom('role_links')
    .innerJoin('roles', (join) =>
      join.onRef('roles.tenant', '=', 'role_links.tenant').onRef('roles.id', '=', 'role_links.role_id'),
    )
    .select(['role_links.id', 'role_links.tutor_id'])
    .where('roles.name', '=', SUPER_ADMIN)
    .where('role_links.global', '=', true)
    .execute();
}

const isAmong = (links: readonly { tutor_id: string }[], tutorId: string) =>
  links.some((link) => link.tutor_id === tutorId);

/** The granter's rights, read after the lock. */
export async function granterOf(
  trx: Transaction<Database>,
  { tenant, granterId }: { tenant: string; granterId: string },
): Promise<Granter> {
  const links = await linksOf(trx, { tenant, tutorId: granterId });
  return {
    tutorId: granterId,
    isSuperAdmin: isAmong(await superAdminLinks(trx, tenant), granterId),
    links: links.map((link) => ({ roleId: link.roleId, place: placeOf(link), canGrant: link.canGrant })),
  };
}

type RoleContext = RoleTarget & {
  trx: Transaction<Database>;
  granter: Granter;
  /** Undefined: the tutor does not exist. */
  tutor: { tutorId: string; isSuperAdmin: boolean } | undefined;
};

async function openContext(trx: Transaction<Database>, target: RoleTarget): Promise<RoleContext> {
  const { tenant, tutorId } = target;
  const row = await inTenant(trx, tenant)
    .selectFrom('tutors')
    .select('id')
    .where('id', '=', tutorId)
    .executeTakeFirst();
  const isSuperAdmin = isAmong(await superAdminLinks(trx, tenant), tutorId);
  return { ...target, trx, granter: await granterOf(trx, target), tutor: row && { tutorId, isSuperAdmin } };
}

const gone = (what: 'tutor' | 'role' | 'site' | 'tag' | 'link') => ({ name: 'gone', what }) as const;

/** Removing a link that no longer exists is a success. */
const refusalOf = (outcome: LinkOutcome | RemovalOutcome): RoleRefusal | undefined =>
  outcome.name === 'linked' ||
  outcome.name === 'removed' ||
  (outcome.name === 'gone' && outcome.what === 'link')
    ? undefined
    : outcome;

async function make(context: RoleContext, change: RoleChange): Promise<LinkOutcome | RemovalOutcome> {
  if ('assign' in change) return assign(context, { ...change.assign, canGrant: false });
  return remove(context, change.remove);
}

/** Undefined: the rule allows the change. */
async function refusalByRule(
  { trx, tenant, granter, tutor }: RoleContext,
  { roleId, place, change }: { roleId: string; place: RolePlace; change: GrantChange },
): Promise<RoleRefusal | undefined> {
  if (tutor === undefined) return gone('tutor');
  const row = await inTenant(trx, tenant)
    .selectFrom('roles')
    .selectAll()
    .where('id', '=', roleId)
    .executeTakeFirst();
  if (row === undefined) return gone('role');
  const siteTags = place.kind === 'site' ? await tagsOf(trx, tenant, place.siteId) : NO_TAGS;
  const obstacle = grantObstacle({ granter, tutor, role: roleOfRow(row), place, siteTags, change });
  return obstacle && { name: 'obstacle', obstacle };
}

const NO_TAGS: ReadonlySet<string> = new Set();
async function tagsOf(trx: Transaction<Database>, tenant: string, siteId: string) {
  const rows = await inTenant(trx, tenant)
    .selectFrom('tag_links')
    .select('tag_id')
    .where('site_id', '=', siteId)
    .execute();
  return new Set<string>(rows.map((row) => row.tag_id));
}

/** Undefined: the place exists. */
async function missingPlace(
  { trx, tenant }: RoleContext,
  place: RolePlace,
): Promise<RoleRefusal | undefined> {
  if (place.kind === 'everywhere') return undefined;
  const [table, id] =
    place.kind === 'site' ? (['sites', place.siteId] as const) : (['tags', place.tagId] as const);
  const row = await trx
    .selectFrom(table)
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? gone(place.kind) : undefined;
}

async function assign(
  context: RoleContext,
  { roleId, canGrant, ...fields }: PlaceFields & { roleId: string; canGrant: boolean },
): Promise<LinkOutcome> {
  const { trx, tenant, tutorId } = context;
  const place = placeOf(fields);
  const refused =
    (await refusalByRule(context, { roleId, place, change: { kind: 'assign', canGrant } })) ??
    (await missingPlace(context, place));
  if (refused) return refused;
  const { siteId = null, tagId = null, global = false } = fieldsOf(place);
  const made = await trx
    .insertInto('role_links')
    .values({
      tenant,
      id: randomUUID(),
      tutor_id: tutorId,
      role_id: roleId,
      site_id: siteId,
      tag_id: tagId,
      global,
      can_grant: canGrant,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made) return { name: 'linked', link: linkOfRow(made), isNew: true };
  const there = await inTenant(trx, tenant)
    .selectFrom('role_links')
    .selectAll()
    .where('tutor_id', '=', tutorId)
    .where('role_id', '=', roleId)
    .where(sql<boolean>`site_id is not distinct from ${siteId} and tag_id is not distinct from ${tagId}`)
    .executeTakeFirstOrThrow();
  return { name: 'linked', link: linkOfRow(there), isNew: false };
}

async function linkOf({ trx, tenant, tutorId }: RoleContext, linkId: string): Promise<RoleLink | undefined> {
  const row = await inTenant(trx, tenant)
    .selectFrom('role_links')
    .selectAll()
    .where('tutor_id', '=', tutorId)
    .where('id', '=', linkId)
    .executeTakeFirst();
  return row && linkOfRow(row);
}

async function setGrant(context: RoleContext, linkId: string, canGrant: boolean): Promise<LinkOutcome> {
  const link = await linkOf(context, linkId);
  if (link === undefined) return gone(context.tutor === undefined ? 'tutor' : 'link');
  const change = { kind: 'set-grant', canGrant } as const;
  const refused = await refusalByRule(context, { roleId: link.roleId, place: placeOf(link), change });
  if (refused) return refused;
  await inTenant(context.trx, context.tenant)
    .updateTable('role_links')
    .set({ can_grant: canGrant })
    .where('id', '=', linkId)
    .execute();
  return { name: 'linked', link: { ...link, canGrant }, isNew: false };
}

async function remove(context: RoleContext, linkId: string): Promise<RemovalOutcome> {
  const { trx, tenant } = context;
  const link = await linkOf(context, linkId);
  if (link === undefined) return gone(context.tutor === undefined ? 'tutor' : 'link');
  const change = { kind: 'remove', canGrant: link.canGrant } as const;
  const refused = await refusalByRule(context, { roleId: link.roleId, place: placeOf(link), change });
  if (refused) return refused;
  const admins = await superAdminLinks(trx, tenant);
  if (admins.length === 1 && admins[0]?.id === linkId) return { name: 'last-super-admin' };
  await inTenant(trx, tenant).deleteFrom('role_links').where('id', '=', linkId).execute();
  return { name: 'removed', link };
}
