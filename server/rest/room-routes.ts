/** Chat rooms: a tutor creates rooms, and reads, renames, fills and closes rooms as a member. */

import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import type { EpochMs } from '#protocol/clock.ts';
import {
  HISTORY_PAGE,
  type Invitable,
  invitableQuerySchema,
  LIVE_ROOMS,
  type LiveRoom,
  newRoomSchema,
  type RoomKind,
  type RoomMembers,
  roomHistoryQuerySchema,
  roomMembersBodySchema,
  roomNameBodySchema,
} from '#protocol/rest/live-room.ts';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import type { Database } from '#store/database.ts';
import { createGroups } from '#store/groups/groups.ts';
import { pageOf } from '#store/page.ts';
import type { Permissions, SiteTutor } from '#store/permissions/permissions.ts';
import { createLiveRooms, type RoomAt } from '#store/rooms/live-rooms.ts';
import { createRoomPages } from '#store/rooms/room-pages.ts';
import { createRoomPeople } from '#store/rooms/room-people.ts';
import { unstorableIn } from '#store/storable.ts';
import type { Announce } from './announce.ts';
import type { Callers } from './caller.ts';
import { fewIds } from './few-ids.ts';
import { invalidField } from './invalid-field.ts';
import { changedNothing } from './logs/log-changes.ts';
import type { IdRequest, IdRoute, SiteReach } from './site-reach.ts';

export type RoomRoutesDeps = {
  db: Kysely<Database>;
  callers: Callers;
  permissions: Permissions;
  reach: SiteReach;
  announce: Announce;
  clock: () => EpochMs;
};

/** Guests of this or an earlier lesson of the day may be invited. */
const MAX_AGE_MS = 12 * 60 * 60_000;

const gone = () => new AppError('not-found', 'There is no such room.');
const roomAt = ({ tenant, site }: SiteTutor, { id }: { id: string }): RoomAt => ({
  tenant,
  site,
  roomId: id,
});

export function registerRoomRoutes(app: FastifyInstance, deps: RoomRoutesDeps): void {
  const { db, callers, permissions, announce, clock } = deps;
  const rooms = createLiveRooms(db);
  const pages = createRoomPages(db);
  const people = createRoomPeople(db);
  const requireInvitable = createInvitationCheck(deps);

  async function entered(request: IdRequest): Promise<{ tutor: SiteTutor; room: LiveRoom }> {
    const tutor = await callers.onSite(request);
    const { id } = request.params;
    const room = unstorableIn(id) ? undefined : await rooms.find(tutor, id);
    if (!room) throw gone();
    return { tutor, room };
  }

  app.get('/live-rooms', async (request) =>
    rooms.list(await callers.onSite(request), pageOf(parseBody(pageQuerySchema, request.query))),
  );

  app.get<{ Querystring: Record<string, unknown> }>('/live-rooms/people', async (request) => {
    const tutor = await callers.onSite(request);
    const { kind, ...query } = request.query;
    const page = pageOf(parseBody(pageQuerySchema, query));
    const requested = parseBody(invitableQuerySchema, kind);
    if (requested === 'tutors') return people.tutors(tutor, page);
    if (requested === 'users') return people.users(tutor, await permissions.permittedGroups(tutor), page);
    const reached: Invitable[] = [];
    for (const guest of await people.guests(tutor, new Date(clock() - MAX_AGE_MS)))
      if (await permissions.mayReachUser(tutor, guest.id)) reached.push(guest);
    return reached;
  });

  app.get<IdRoute>('/live-rooms/:id', async (request) => (await entered(request)).room);

  app.get<IdRoute>('/live-rooms/:id/history', async (request) => {
    const { tutor, room } = await entered(request);
    const { limit = HISTORY_PAGE, ...at } = parseBody(roomHistoryQuerySchema, request.query);
    return pages.page(roomAt(tutor, room), {
      limit,
      beforeMs: at._lt_sentTime,
      beforeId: at._lt_id,
      afterMs: at._gt_sentTime,
    });
  });

  app.get<IdRoute>('/live-rooms/:id/members/meta', async (request) => {
    const { tutor, room } = await entered(request);
    return people.members(roomAt(tutor, room), room.members);
  });

  app.get<IdRoute>('/live-rooms/:id/seat', { config: { caller: 'tutor or device' } }, async (request) => {
    const room = await seatOf(request);
    const seat = room && (await pages.seat(room, HISTORY_PAGE));
    if (!seat) throw gone();
    return seat;
  });

  async function seatOf(request: IdRequest): Promise<RoomAt | undefined> {
    const { kind, tenant, site, sub, clientId = sub } = await callers.present(request);
    if (kind !== 'device' || site === undefined) throw new AppError('forbidden', 'Only devices have a seat.');
    const open = await permissions.roomsOfClient({ tenant, site, clientId });
    return open.has(request.params.id) ? { tenant, site, roomId: request.params.id } : undefined;
  }

  app.post('/live-rooms', async (request) => {
    const tutor = await callers.onSite(request);
    const { name, membershipType: kind, members } = parseBody(newRoomSchema, request.body);
    requireFitting(kind, members, tutor);
    await requireInvitable(tutor, members, NO_MEMBERS);
    const { id, isNew } = await rooms.create(tutor, { name, kind, members });
    if (isNew) await announce(request, tutor, { resource: LIVE_ROOMS, id, change: 'created' });
    else if (kind === 'group')
      throw new AppError('conflict', 'One of these groups has a room already.', {
        detail: { field: 'members.groups' },
      });
    else changedNothing(request);
    return { id };
  });

  app.put<IdRoute>('/live-rooms/:id', async (request) => {
    const { tutor, room } = await entered(request);
    const { name } = parseBody(roomNameBodySchema, request.body);
    if (room.membershipType !== 'chat room')
      throw new AppError('conflict', 'This room is called as those who are in it.');
    await rooms.rename(roomAt(tutor, room), name);
    await announce(request, tutor, { resource: LIVE_ROOMS, id: room.id, reachUnchanged: true });
    return rooms.find(tutor, room.id);
  });

  app.put<IdRoute>('/live-rooms/:id/members', async (request) => {
    const { tutor, room } = await entered(request);
    const { members: wanted, former } = parseBody(roomMembersBodySchema, request.body);
    if (room.membershipType === 'direct')
      throw new AppError('conflict', 'A direct conversation stays between the two who began it.');
    const change = { wanted, former };
    const after = await rooms.merged(roomAt(tutor, room), change);
    if (after.tutors.length === 0)
      throw invalidField('members.tutors', 'A room needs a tutor: close it where nobody needs it any more.');
    await requireInvitable(tutor, after, room.members);
    await rooms.setMembers(roomAt(tutor, room), change);
    await announce(request, tutor, { resource: LIVE_ROOMS, id: room.id });
    // Undefined if the tutor has left the room with this change.
    return (await rooms.find(tutor, room.id)) ?? { ...room, members: after };
  });

  app.delete<IdRoute>('/live-rooms/:id', async (request) => {
    const { tutor, room } = await entered(request);
    if (!(await rooms.remove(roomAt(tutor, room)))) throw gone();
    await announce(request, tutor, { resource: LIVE_ROOMS, id: room.id, change: 'deleted' });
    return { deleted: 1 };
  });
}

const NO_MEMBERS: RoomMembers = { users: [], groups: [], tutors: [], without: [] };

function requireFitting(
  kind: RoomKind,
  { users, groups, tutors }: RoomMembers,
  { tutorId }: SiteTutor,
): void {
  const others = users.length + tutors.filter((id) => id !== tutorId).length;
  if (kind === 'direct' && (others !== 1 || groups.length > 0))
    throw invalidField('members', 'A direct conversation has one other person.');
  if (kind === 'group' && groups.length + users.length === 0)
    throw invalidField('members', 'Choose at least one group or one person.');
}

/** Throws `invalid` if an added member is not within the tutor's reach. Existing members may stay. */
function createInvitationCheck({ db, permissions, reach }: RoomRoutesDeps) {
  const groups = createGroups(db);
  const people = createRoomPeople(db);
  const added = (after: readonly string[], before: readonly string[]) => {
    const known = new Set(before);
    return [...new Set(after)].filter((id) => !known.has(id));
  };
  const refuse = (field: string, what: string, ids: readonly string[]) => {
    if (ids.length > 0)
      throw invalidField(field, `You can invite no ${what} with these ids: ${fewIds(ids)}.`);
  };
  return async (tutor: SiteTutor, after: RoomMembers, before: RoomMembers): Promise<void> => {
    const refused: string[] = [];
    for (const id of added(after.users, before.users))
      if (unstorableIn(id) || !(await isReached(tutor, id))) refused.push(id);
    refuse('members.users', 'people', refused);
    const noGroups: string[] = [];
    for (const groupId of added(after.groups, before.groups)) {
      const group =
        !unstorableIn(groupId) && (await reach.seesGroup(tutor, groupId))
          ? await groups.find({ ...tutor, groupId })
          : undefined;
      if (group?.definitionName !== 'userGroup') noGroups.push(groupId);
    }
    refuse('members.groups', 'groups of people', noGroups);
    const tutors = added(after.tutors, [...before.tutors, tutor.tutorId]).filter((id) => !unstorableIn(id));
    const known = new Set(await people.tutorsAmong(tutor, tutors));
    refuse(
      'members.tutors',
      'tutors',
      tutors.filter((id) => !known.has(id)),
    );
  };

  async function isReached(tutor: SiteTutor, userId: string): Promise<boolean> {
    if (!(await permissions.mayReachUser(tutor, userId))) return false;
    const { tenant, site } = tutor;
    // A group maintainer reaches every id, so the person's existence is checked as well.
    return (
      (await people.members({ tenant, site, roomId: '' }, { ...NO_MEMBERS, users: [userId] })).length > 0
    );
  }
}
