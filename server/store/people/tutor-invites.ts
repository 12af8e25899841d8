/** Creates tutors for invited people: the person with the e-mail address signs in as that tutor. */

import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import {
  type GrantedRole,
  type Granter,
  grantObstacle,
  isOfferedWithInvite,
} from '#domain/people/grant-rule.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { granterOf, lockRoles } from '../permissions/role-changes.ts';
import { roleOfRow } from '../permissions/roles.ts';

/** `name`: undefined until the first sign-in provides it. */
export type Invited = { email: string; name: string | undefined };
export type InviteRole = { siteId: string; roleId: string };

export type InviteOutcome =
  /** In the order of the people. Undefined: a tutor with that address exists and stays unchanged. */
  | { name: 'invited'; tutorIds: readonly (string | undefined)[] }
  /** No tutor was created, because one of the roles may not be granted. */
  | { name: 'refused'; role: InviteRole; why: 'no-site' | 'no-role' | 'not-offered' | 'obstacle' };

/** Invites all people or none. `granterId`: the tutor who invites and grants the roles. */
export function inviteTutors(
  db: Kysely<Database>,
  { tenant, granterId }: { tenant: string; granterId: string },
  people: readonly Invited[],
  requestedRoles: readonly InviteRole[],
): Promise<InviteOutcome> {
  return db.transaction().execute(async (trx): Promise<InviteOutcome> => {
    if (requestedRoles.length > 0) {
      await lockRoles(trx, tenant);
      const refused = await refusedRole(
        trx,
        tenant,
        await granterOf(trx, { tenant, granterId }),
        requestedRoles,
      );
      if (refused) return { name: 'refused', ...refused };
    }
    if (people.length === 0) return { name: 'invited', tutorIds: [] };
    const made = await trx
      .insertInto('tutors')
      .values(
        people.map(({ email, name }) => ({
          tenant,
          id: randomUUID(),
          name: name ?? null,
          primary_email: email,
          properties: toJson({}),
        })),
      )
      .onConflict((conflict) => conflict.expression(sql`tenant, lower(primary_email)`).doNothing())
      .returning(['id', 'primary_email'])
      .execute();
    const links = made.flatMap(({ id }) =>
      requestedRoles.map(({ siteId, roleId }) => ({
        tenant,
        id: randomUUID(),
        tutor_id: id,
        role_id: roleId,
        site_id: siteId,
        tag_id: null,
      })),
    );
    if (links.length > 0) await insertInParts(trx, links);
    const ids = new Map(made.map(({ id, primary_email }) => [primary_email, id]));
    return { name: 'invited', tutorIds: people.map(({ email }) => ids.get(email)) };
  });
}

/** A statement takes 65,535 values at most. */
const BATCH_SIZE = 5_000;

async function insertInParts(
  trx: Transaction<Database>,
  links: readonly {
    tenant: string;
    id: string;
    tutor_id: string;
    role_id: string;
    site_id: string;
    tag_id: null;
  }[],
): Promise<void> {
  for (let at = 0; at < links.length; at += BATCH_SIZE)
    await trx
      .insertInto('role_links')
      .values(links.slice(at, at + BATCH_SIZE))
      .execute();
}

type RefusedRole = Omit<Extract<InviteOutcome, { name: 'refused' }>, 'name'>;

async function refusedRole(
  trx: Transaction<Database>,
  tenant: string,
  granter: Granter,
  wished: readonly InviteRole[],
): Promise<RefusedRole | undefined> {
  const roles = await inTenant(trx, tenant).selectFrom('roles').selectAll().execute();
  const byId = new Map<string, GrantedRole>(roles.map((row) => [row.id, roleOfRow(row)]));
  const sites = await inTenant(trx, tenant).selectFrom('sites').select('id').execute();
  const siteIds = new Set<string>(sites.map(({ id }) => id));
  const tagsOfSites = await tagsBySite(trx, tenant);
  for (const wish of wished) {
    const role = byId.get(wish.roleId);
    if (!siteIds.has(wish.siteId)) return { role: wish, why: 'no-site' };
    if (role === undefined) return { role: wish, why: 'no-role' };
    if (!isOfferedWithInvite(role)) return { role: wish, why: 'not-offered' };
    const obstacle = grantObstacle({
      granter,
      tutor: { tutorId: '', isSuperAdmin: false },
      role,
      place: { kind: 'site', siteId: wish.siteId },
      siteTags: tagsOfSites.get(wish.siteId) ?? new Set(),
      change: { kind: 'assign', canGrant: false },
    });
    if (obstacle) return { role: wish, why: 'obstacle' };
  }
  return undefined;
}

async function tagsBySite(trx: Transaction<Database>, tenant: string) {
  const links = await inTenant(trx, tenant).selectFrom('tag_links').select(['site_id', 'tag_id']).execute();
  const tags = new Map<string, Set<string>>();
  for (const { site_id, tag_id } of links) tags.set(site_id, (tags.get(site_id) ?? new Set()).add(tag_id));
  return tags;
}
