/** The chat rooms of a site. A tutor sees only rooms of which they are a member. */

import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import { mergedList } from '#domain/groups/merged-list.ts';
import type { LiveRoom, RoomKind, RoomMembers } from '#protocol/rest/live-room.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { Page } from '../page.ts';
import type { LiveRoomTable } from '../tables/record-tables.ts';

export type RoomTutor = SiteKey & { tutorId: string };
export type RoomAt = SiteKey & { roomId: string };
export type MembersChange = { wanted: RoomMembers; former?: RoomMembers | undefined };

export type LiveRooms = {
  list(tutor: RoomTutor, page: Page): Promise<LiveRoom[]>;
  /** Undefined: the room does not exist, or this tutor is not a member. */
  find(tutor: RoomTutor, roomId: string): Promise<LiveRoom | undefined>;
  /** `isNew`: false where that direct conversation, or the tutor's room for one of the groups, exists. */
  create(
    tutor: RoomTutor,
    room: { name: string; kind: RoomKind; members: RoomMembers },
  ): Promise<{ id: string; isNew: boolean }>;
  rename(room: RoomAt, name: string): Promise<void>;
  /** The members after the change. */
  merged(room: RoomAt, change: MembersChange): Promise<RoomMembers>;
  setMembers(room: RoomAt, change: MembersChange): Promise<void>;
  /** Removes the room and its messages. */
  remove(room: RoomAt): Promise<boolean>;
};

const KINDS = { user: 'users', group: 'groups', tutor: 'tutors', without: 'without' } as const;
type MemberKind = keyof typeof KINDS;

export function createLiveRooms(db: Kysely<Database>): LiveRooms {
  const roomsOf = ({ tenant, site, tutorId }: RoomTutor) =>
    inTenant(db, tenant)
      .selectFrom('live_rooms')
      .selectAll('live_rooms')
      .innerJoin('live_room_members as own', (join) =>
        join.onRef('own.tenant', '=', 'live_rooms.tenant').onRef('own.room_id', '=', 'live_rooms.id'),
      )
      .where('live_rooms.site_id', '=', site)
      .where('own.kind', '=', 'tutor')
      .where('own.member_id', '=', tutorId);

  return {
    async list(tutor, { limit, before }) {
      const rows = await roomsOf(tutor)
        .$if(before !== undefined, (query) => query.where('live_rooms.id', '<', before ?? ''))
        .orderBy('live_rooms.id', 'desc')
        .limit(limit)
        .execute();
      return toDocuments(db, tutor, rows);
    },

    async find(tutor, roomId) {
      const row = await roomsOf(tutor).where('live_rooms.id', '=', roomId).executeTakeFirst();
      return row && (await toDocuments(db, tutor, [row]))[0];
    },

    create: (tutor, { name, kind, members }) =>
      db.transaction().execute(async (trx) => {
        const { tenant, site, tutorId } = tutor;
        // Serialises concurrent requests, so that two tabs cannot create the same room twice.
        await sql`select pg_advisory_xact_lock(hashtext(${`live-rooms ${tenant} ${site}`}))`.execute(trx);
        const all = { ...members, tutors: [...new Set([tutorId, ...members.tutors])] };
        const there = await alreadyThere(trx, tutor, kind, all);
        if (there !== undefined) return { id: there, isNew: false };
        const id = randomUUID();
        await trx
          .insertInto('live_rooms')
          .values({ tenant, id, site_id: site, name, membership_type: kind, owner_id: tutorId })
          .execute();
        await writeMembers(trx, { tenant, site, roomId: id }, all);
        return { id, isNew: true };
      }),

    async rename({ tenant, site, roomId }, name) {
      await inTenant(db, tenant)
        .updateTable('live_rooms')
        .set({ name })
        .where('site_id', '=', site)
        .where('id', '=', roomId)
        .execute();
    },

    merged: (room, change) => mergedMembers(db, room, change),

    setMembers: (room, change) =>
      db.transaction().execute(async (trx) => {
        const { tenant, roomId } = room;
        await inTenant(trx, tenant)
          .selectFrom('live_rooms')
          .select('id')
          .where('id', '=', roomId)
          .forUpdate()
          .execute();
        const members = await mergedMembers(trx, room, change);
        await inTenant(trx, tenant).deleteFrom('live_room_members').where('room_id', '=', roomId).execute();
        await writeMembers(trx, room, members);
      }),

    async remove({ tenant, site, roomId }) {
      const { numDeletedRows } = await inTenant(db, tenant)
        .deleteFrom('live_rooms')
        .where('site_id', '=', site)
        .where('id', '=', roomId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

type Rows = { room_id: string; kind: MemberKind; member_id: string };

const membersIn = (db: Kysely<Database>, tenant: string, roomIds: readonly string[]): Promise<Rows[]> =>
  inTenant(db, tenant)
    .selectFrom('live_room_members')
    .select(['room_id', 'kind', 'member_id'])
    .where('room_id', 'in', roomIds)
    .orderBy('member_id')
    .execute();

function toMembers(rows: readonly Rows[]): RoomMembers {
  const members: RoomMembers = { users: [], groups: [], tutors: [], without: [] };
  for (const { kind, member_id } of rows) members[KINDS[kind]].push(member_id);
  return members;
}

async function mergedMembers(
  db: Kysely<Database>,
  { tenant, roomId }: RoomAt,
  { wanted, former }: MembersChange,
): Promise<RoomMembers> {
  if (former === undefined) return wanted;
  const now = toMembers(await membersIn(db, tenant, [roomId]));
  const merge = (key: keyof RoomMembers) =>
    mergedList(now[key], { former: former[key], wanted: wanted[key] });
  return {
    users: merge('users'),
    groups: merge('groups'),
    tutors: merge('tutors'),
    without: merge('without'),
  };
}

async function writeMembers(
  trx: Transaction<Database>,
  { tenant, roomId }: RoomAt,
  members: RoomMembers,
): Promise<void> {
  const rows = (Object.keys(KINDS) as MemberKind[]).flatMap((kind) =>
    [...new Set(members[KINDS[kind]])].map((member_id) => ({ tenant, room_id: roomId, kind, member_id })),
  );
  await trx.insertInto('live_room_members').values(rows).execute();
}

/** The existing room that makes another one unnecessary. */
async function alreadyThere(
  trx: Transaction<Database>,
  { tenant, site, tutorId }: RoomTutor,
  kind: RoomKind,
  members: RoomMembers,
): Promise<string | undefined> {
  if (kind === 'chat room' || (kind === 'group' && members.groups.length === 0)) return undefined;
  const rows = await inTenant(trx, tenant)
    .selectFrom('live_rooms')
    .select('live_rooms.id')
    .where('site_id', '=', site)
    .where('membership_type', '=', kind)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('live_room_members as own')
          .select('own.room_id')
          .whereRef('own.tenant', '=', 'live_rooms.tenant')
          .whereRef('own.room_id', '=', 'live_rooms.id')
          .where('own.kind', '=', 'tutor')
          .where('own.member_id', '=', tutorId),
      ),
    )
    .execute();
  if (rows.length === 0) return undefined;
  const all = await membersIn(
    trx,
    tenant,
    rows.map(({ id }) => id),
  );
  const same = (a: readonly string[], b: readonly string[]) =>
    a.length === b.length && [...a].sort().join('/') === [...b].sort().join('/');
  return rows.find(({ id }) => {
    const theirs = toMembers(all.filter(({ room_id }) => room_id === id));
    return kind === 'group'
      ? members.groups.some((group) => theirs.groups.includes(group))
      : same(theirs.users, members.users) && same(theirs.tutors, members.tutors);
  })?.id;
}

async function toDocuments(
  db: Kysely<Database>,
  { tenant, site, tutorId }: RoomTutor,
  rows: readonly Selectable<LiveRoomTable>[],
): Promise<LiveRoom[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const members = new Map<string, Rows[]>(ids.map((id) => [id, []]));
  for (const row of await membersIn(db, tenant, ids)) members.get(row.room_id)?.push(row);
  const last = await lastTimes(db, tenant, ids);
  const documents = rows.map(
    (row): LiveRoom => ({
      id: row.id,
      name: row.name,
      type: 'text-chat',
      membershipType: row.membership_type as RoomKind,
      members: toMembers(members.get(row.id) ?? []),
      ownerId: row.owner_id,
      lastSentTime: last.get(row.id) ?? null,
    }),
  );
  return namedByTheOther(db, { tenant, site, tutorId }, documents);
}

async function lastTimes(db: Kysely<Database>, tenant: string, ids: readonly string[]) {
  const rows = await inTenant(db, tenant)
    .selectFrom('live_rooms')
    .select('live_rooms.id')
    .select((of) =>
      of
        .selectFrom('live_room_history as said')
        .select('said.sent_at')
        .whereRef('said.tenant', '=', 'live_rooms.tenant')
        .whereRef('said.room_id', '=', 'live_rooms.id')
        .where('said.kind', '=', 'message')
        .orderBy('said.sent_at', 'desc')
        .limit(1)
        .as('at'),
    )
    .where('live_rooms.id', 'in', ids)
    .execute();
  return new Map(rows.flatMap(({ id, at }) => (at ? [[id, at.getTime()] as const] : [])));
}

/** A direct conversation shows the name of the other person, which differs for each of the two. */
async function namedByTheOther(
  db: Kysely<Database>,
  { tenant, site, tutorId }: RoomTutor,
  documents: LiveRoom[],
): Promise<LiveRoom[]> {
  const direct = documents.filter(({ membershipType }) => membershipType === 'direct');
  if (direct.length === 0) return documents;
  const tutorIds = direct.flatMap(({ members }) => members.tutors).filter((id) => id !== tutorId);
  const userIds = direct.flatMap(({ members }) => members.users);
  const tutors = await inTenant(db, tenant)
    .selectFrom('tutors')
    .select(['id', 'name', 'primary_email'])
    // An empty list would become `in ()`, which is invalid SQL.
    .where('id', 'in', ['', ...tutorIds])
    .execute();
  const users = await inTenant(db, tenant)
    .selectFrom('users')
    .select(['id', 'name'])
    .where('site_id', '=', site)
    .where('id', 'in', ['', ...userIds])
    .execute();
  const names = new Map([
    ...tutors.map((tutor) => [`tutor ${tutor.id}`, tutor.name ?? tutor.primary_email] as const),
    ...users.map((user) => [`user ${user.id}`, user.name] as const),
  ]);
  return documents.map((document) => {
    if (document.membershipType !== 'direct') return document;
    const { users: theirs, tutors: colleagues } = document.members;
    const [user] = theirs;
    const colleague = colleagues.find((id) => id !== tutorId);
    const name = names.get(user === undefined ? `tutor ${colleague}` : `user ${user}`);
    return { ...document, name: name ?? document.name };
  });
}
