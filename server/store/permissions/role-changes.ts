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
import { linkOfRow, linksOf, roleOfRow } from './roles.ts';

export type RoleRefusal =
  | { name: 'obstacle'; obstacle: GrantObstacle }
  /** It is the role of the only super admin. */
  | { name: 'last-super-admin' }
  | { name: 'gone'; what: 'tutor' | 'role' | 'site' | 'tag' | 'link' };

export type LinkOutcome = { name: 'linked'; link: RoleLink; isNew: boolean } | RoleRefusal;
export type RemovalOutcome = { name: 'removed'; link: RoleLink } | RoleRefusal;

/** `granterId`: the tutor who makes the change. */
type Whose = { tenant: string; granterId: string; tutorId: string };

export type RoleChanges = {
  /** An existing link stays as it is. */
  assign(whose: Whose, wish: PlaceFields & { roleId: string; canGrant: boolean }): Promise<LinkOutcome>;
  setGrant(whose: Whose, linkId: string, canGrant: boolean): Promise<LinkOutcome>;
  remove(whose: Whose, linkId: string): Promise<RemovalOutcome>;
  /** Each change succeeds or is refused by itself; undefined: success. Removing a missing link succeeds. */
  all(whose: Whose, changes: readonly RoleChange[]): Promise<(RoleRefusal | undefined)[]>;
};

export function createRoleChanges(db: Kysely<Database>): RoleChanges {
  /** `work` runs while no other change of roles in the tenant can. */
  const alone = <T>(whose: Whose, work: (turn: Turn) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (trx) => {
      await lockRoles(trx, whose.tenant);
      return work(await openTurn(trx, whose));
    });
  return {
    assign: (whose, wish) => alone(whose, (turn) => assign(turn, wish)),
    setGrant: (whose, linkId, canGrant) => alone(whose, (turn) => setGrant(turn, linkId, canGrant)),
    remove: (whose, linkId) => alone(whose, (turn) => remove(turn, linkId)),
    all: (whose, changes) =>
      alone(whose, async (turn) => {
        const outcomes: (RoleRefusal | undefined)[] = [];
        for (const change of changes) outcomes.push(refusalOf(await make(turn, change)));
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
  return trx
    .selectFrom('role_links')
    .innerJoin('roles', (join) =>
      join.onRef('roles.tenant', '=', 'role_links.tenant').onRef('roles.id', '=', 'role_links.role_id'),
    )
    .select(['role_links.id', 'role_links.tutor_id'])
    .where('role_links.tenant', '=', tenant)
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

type Turn = Whose & {
  trx: Transaction<Database>;
  granter: Granter;
  /** Undefined: the tutor does not exist. */
  tutor: { tutorId: string; isSuperAdmin: boolean } | undefined;
};

async function openTurn(trx: Transaction<Database>, whose: Whose): Promise<Turn> {
  const { tenant, tutorId } = whose;
  const row = await trx
    .selectFrom('tutors')
    .select('id')
    .where('tenant', '=', tenant)
    .where('id', '=', tutorId)
    .executeTakeFirst();
  const isSuperAdmin = isAmong(await superAdminLinks(trx, tenant), tutorId);
  return { ...whose, trx, granter: await granterOf(trx, whose), tutor: row && { tutorId, isSuperAdmin } };
}

const gone = (what: 'tutor' | 'role' | 'site' | 'tag' | 'link') => ({ name: 'gone', what }) as const;

/** Removing a link that no longer exists is a success. */
const refusalOf = (outcome: LinkOutcome | RemovalOutcome): RoleRefusal | undefined =>
  outcome.name === 'linked' ||
  outcome.name === 'removed' ||
  (outcome.name === 'gone' && outcome.what === 'link')
    ? undefined
    : outcome;

async function make(turn: Turn, change: RoleChange): Promise<LinkOutcome | RemovalOutcome> {
  if ('assign' in change) return assign(turn, { ...change.assign, canGrant: false });
  return remove(turn, change.remove);
}

/** Undefined: the rule allows the change. */
async function refusalByRule(
  { trx, tenant, granter, tutor }: Turn,
  { roleId, place, change }: { roleId: string; place: RolePlace; change: GrantChange },
): Promise<RoleRefusal | undefined> {
  if (tutor === undefined) return gone('tutor');
  const row = await trx
    .selectFrom('roles')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', roleId)
    .executeTakeFirst();
  if (row === undefined) return gone('role');
  const siteTags = place.kind === 'site' ? await tagsOf(trx, tenant, place.siteId) : NO_TAGS;
  const obstacle = grantObstacle({ granter, tutor, role: roleOfRow(row), place, siteTags, change });
  return obstacle && { name: 'obstacle', obstacle };
}

const NO_TAGS: ReadonlySet<string> = new Set();
async function tagsOf(trx: Transaction<Database>, tenant: string, siteId: string) {
  const rows = await trx
    .selectFrom('tag_links')
    .select('tag_id')
    .where('tenant', '=', tenant)
    .where('site_id', '=', siteId)
    .execute();
  return new Set<string>(rows.map((row) => row.tag_id));
}

/** Undefined: the place exists. */
async function missingPlace({ trx, tenant }: Turn, place: RolePlace): Promise<RoleRefusal | undefined> {
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
  turn: Turn,
  { roleId, canGrant, ...fields }: PlaceFields & { roleId: string; canGrant: boolean },
): Promise<LinkOutcome> {
  const { trx, tenant, tutorId } = turn;
  const place = placeOf(fields);
  const refused =
    (await refusalByRule(turn, { roleId, place, change: { kind: 'assign', canGrant } })) ??
    (await missingPlace(turn, place));
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
  const there = await trx
    .selectFrom('role_links')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('tutor_id', '=', tutorId)
    .where('role_id', '=', roleId)
    .where(sql<boolean>`site_id is not distinct from ${siteId} and tag_id is not distinct from ${tagId}`)
    .executeTakeFirstOrThrow();
  return { name: 'linked', link: linkOfRow(there), isNew: false };
}

async function linkOf({ trx, tenant, tutorId }: Turn, linkId: string): Promise<RoleLink | undefined> {
  const row = await trx
    .selectFrom('role_links')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('tutor_id', '=', tutorId)
    .where('id', '=', linkId)
    .executeTakeFirst();
  return row && linkOfRow(row);
}

async function setGrant(turn: Turn, linkId: string, canGrant: boolean): Promise<LinkOutcome> {
  const link = await linkOf(turn, linkId);
  if (link === undefined) return gone(turn.tutor === undefined ? 'tutor' : 'link');
  const change = { kind: 'set-grant', canGrant } as const;
  const refused = await refusalByRule(turn, { roleId: link.roleId, place: placeOf(link), change });
  if (refused) return refused;
  await turn.trx
    .updateTable('role_links')
    .set({ can_grant: canGrant })
    .where('tenant', '=', turn.tenant)
    .where('id', '=', linkId)
    .execute();
  return { name: 'linked', link: { ...link, canGrant }, isNew: false };
}

async function remove(turn: Turn, linkId: string): Promise<RemovalOutcome> {
  const { trx, tenant } = turn;
  const link = await linkOf(turn, linkId);
  if (link === undefined) return gone(turn.tutor === undefined ? 'tutor' : 'link');
  const change = { kind: 'remove', canGrant: link.canGrant } as const;
  const refused = await refusalByRule(turn, { roleId: link.roleId, place: placeOf(link), change });
  if (refused) return refused;
  const admins = await superAdminLinks(trx, tenant);
  if (admins.length === 1 && admins[0]?.id === linkId) return { name: 'last-super-admin' };
  await trx.deleteFrom('role_links').where('tenant', '=', tenant).where('id', '=', linkId).execute();
  return { name: 'removed', link };
}
