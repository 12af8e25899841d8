/**
 * Removes a tutor from the tenant: their roles, permissions and preferences, and the chat rooms without
 * another tutor. Their log entries stay, with their name.
 */

import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { lockRoles, superAdminLinks } from '../permissions/role-changes.ts';

/** `rooms`: rooms of the tutor. `families`: refresh token families of the sessions that must end. */
export type TutorRemoval =
  | {
      name: 'removed';
      families: readonly string[];
      rooms: readonly { id: string; site: string; isGone: boolean }[];
    }
  | { name: 'gone' }
  | { name: 'last-super-admin' }
  /** The caller is no longer a super admin. */
  | { name: 'forbidden' };

export function removeTutor(
  db: Kysely<Database>,
  { tenant, tutorId, removerId, now }: { tenant: string; tutorId: string; removerId: string; now: Date },
): Promise<TutorRemoval> {
  return db.transaction().execute(async (trx): Promise<TutorRemoval> => {
    await lockRoles(trx, tenant);
    const admins = await superAdminLinks(trx, tenant);
    if (!admins.some((link) => link.tutor_id === removerId)) return { name: 'forbidden' };
    if (admins.every((link) => link.tutor_id === tutorId)) return { name: 'last-super-admin' };
    const tutor = await inTenant(trx, tenant)
      .deleteFrom('tutors')
      .where('id', '=', tutorId)
      .returning(['name', 'primary_email'])
      .executeTakeFirst();
    if (tutor === undefined) return { name: 'gone' };
    const name = tutor.name ?? tutor.primary_email;
    await trx
      .insertInto('former_tutors')
      .values({ tenant, id: tutorId, name, deleted_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const sessions = await inTenant(trx, tenant)
      .selectFrom('refresh_tokens')
      .select('family')
      .distinct()
      .where('subject_kind', '=', 'tutor')
      .where('subject_id', '=', tutorId)
      .execute();
    return {
      name: 'removed',
      families: sessions.map(({ family }) => family),
      rooms: await leaveRooms(trx, { tenant, tutorId }),
    };
  });
}

async function leaveRooms(
  trx: Transaction<Database>,
  { tenant, tutorId }: { tenant: string; tutorId: string },
): Promise<{ id: string; site: string; isGone: boolean }[]> {
  const left = await inTenant(trx, tenant)
    .deleteFrom('live_room_members')
    .where('kind', '=', 'tutor')
    .where('member_id', '=', tutorId)
    .returning('room_id')
    .execute();
  if (left.length === 0) return [];
  const rooms = await inTenant(trx, tenant)
    .selectFrom('live_rooms')
    .select(['id', 'site_id'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('live_room_members as other')
          .select('other.member_id')
          .whereRef('other.tenant', '=', 'live_rooms.tenant')
          .whereRef('other.room_id', '=', 'live_rooms.id')
          .where('other.kind', '=', 'tutor'),
      ).as('hasTutor'),
    )
    .where(
      'id',
      'in',
      left.map(({ room_id }) => room_id),
    )
    .execute();
  const deserted = rooms.filter(({ hasTutor }) => !hasTutor).map(({ id }) => id);
  if (deserted.length > 0)
    await inTenant(trx, tenant).deleteFrom('live_rooms').where('id', 'in', deserted).execute();
  return rooms.map(({ id, site_id: site, hasTutor }) => ({ id, site, isGone: !hasTutor }));
}
