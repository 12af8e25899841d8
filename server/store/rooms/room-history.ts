/** The history of chat rooms: messages, and when members join and leave. */

import { createHash, randomUUID } from 'node:crypto';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { RoomMessage, RoomStatus } from '#protocol/room.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { clientsWithUsers, tutorOf } from '../people/people.ts';
import type { LiveRoomHistoryTable } from '../tables/record-tables.ts';
import { mayStudentsWrite, toMessage } from './room-pages.ts';

type Room = { tenant: string; site: string; roomId: string };
/** A member as named by the access token, not by their message. */
type Member = { tutorId: string } | { userId: string; clientId: string };
type NewMessage = { id: string; message: string; atMs: number };

export type RoomHistory = {
  /**
   * `repeated`: the member has already sent this id in this room; `unknown`: the room or member does not
   * exist; `not-yet`: a student writes where a tutor has to write first.
   */
  keepMessage(
    room: Room,
    by: Member,
    said: NewMessage,
  ): Promise<
    { name: 'kept'; message: RoomMessage } | { name: 'repeated' } | { name: 'unknown' } | { name: 'not-yet' }
  >;
  /** False: the room or member does not exist. */
  keepStatus(
    room: Room,
    by: Member,
    status: { action: RoomStatus['action']; atMs: number },
  ): Promise<boolean>;
  /** Ends the presence of all members who were in a room when the platform stopped. */
  endStatuses(atMs: number, site?: SiteKey): Promise<void>;
};

type Row = Insertable<LiveRoomHistoryTable>;

/** Valid ids in the tables (`ident`); a sender may choose any id. */
const IDENT = /^[^/+#\p{Cc}]{1,128}$/u;

export function createRoomHistory(db: Kysely<Database>): RoomHistory {
  /** Undefined: the room or member does not exist. */
  async function rowFor(room: Room, by: Member, atMs: number) {
    const { tenant, site, roomId } = room;
    const found = await inTenant(db, tenant)
      .selectFrom('live_rooms')
      .select('id')
      .where('site_id', '=', site)
      .where('id', '=', roomId)
      .executeTakeFirst();
    const who = found && (await author(db, room, by));
    return (
      who && {
        tenant,
        room_id: roomId,
        name: who.name,
        picture: who.picture ?? null,
        user_id: 'userId' in by ? by.userId : null,
        tutor_id: 'tutorId' in by ? by.tutorId : null,
        sent_at: new Date(atMs),
      }
    );
  }

  const insert = async (row: Row): Promise<boolean> => {
    const inserted = await db
      .insertInto('live_room_history')
      .values(row)
      .onConflict((conflict) => conflict.columns(['tenant', 'id']).doNothing())
      .executeTakeFirst();
    return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
  };

  const isOwn = async ({ tenant, id, room_id, user_id = null, tutor_id = null }: Row): Promise<boolean> => {
    const row = await inTenant(db, tenant)
      .selectFrom('live_room_history')
      .select(['room_id', 'user_id', 'tutor_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.room_id === room_id && row.user_id === user_id && row.tutor_id === tutor_id;
  };

  return {
    async keepMessage(room, by, { id, message, atMs }) {
      const common = await rowFor(room, by, atMs);
      if (!common) return { name: 'unknown' };
      if ('userId' in by && !(await mayStudentsWrite(db, room))) return { name: 'not-yet' };
      const own = derivedId(room, by, id);
      // Use the sender's id, so that the sender recognises the message; if that id is taken, derive one.
      for (const each of IDENT.test(id) ? [id, own] : [own]) {
        const row = { ...common, id: each, kind: 'message' as const, message, action: null };
        if (await insert(row)) return { name: 'kept', message: toMessage(row, message, atMs) };
        if (await isOwn(row)) return { name: 'repeated' };
      }
      return { name: 'repeated' };
    },

    async keepStatus(room, by, { action, atMs }) {
      const common = await rowFor(room, by, atMs);
      return (
        common !== undefined &&
        insert({ ...common, id: randomUUID(), kind: 'status' as const, message: null, action })
      );
    },

    endStatuses: (atMs, site) => endStatuses(db, atMs, site),
  };
}

/** The name and picture of the sender; undefined: the tutor or client does not exist. */
async function author(db: Kysely<Database>, { tenant, site }: Room, by: Member) {
  if ('tutorId' in by) {
    const tutor = await tutorOf(db, tenant, by.tutorId)
      .select(['name', 'primary_email', 'properties'])
      .executeTakeFirst();
    return tutor && { name: tutor.name ?? tutor.primary_email, picture: tutor.properties.picture };
  }
  const seat = await clientsWithUsers(db, { tenant, site })
    .select(['clients.user_name', 'users.name', 'users.properties'])
    .where('clients.id', '=', by.clientId)
    .executeTakeFirst();
  const picture = seat?.properties?.picture;
  return (
    seat && {
      name: seat.name ?? seat.user_name,
      picture: typeof picture === 'string' ? picture : undefined,
    }
  );
}

/** Writes a `disconnect` for each member whose latest status is that they are in the room. */
async function endStatuses(db: Kysely<Database>, atMs: number, site: SiteKey | undefined): Promise<void> {
  const latest = db
    .selectFrom('live_room_history')
    .distinctOn(['tenant', 'room_id', 'user_id', 'tutor_id'])
    .select(['tenant', 'room_id', 'user_id', 'tutor_id', 'name', 'picture', 'action'])
    .where('kind', '=', 'status')
    .$if(site !== undefined, (statuses) =>
      statuses.where((is) =>
        is.exists(
          is
            .selectFrom('live_rooms as room')
            .select('room.id')
            .whereRef('room.tenant', '=', 'live_room_history.tenant')
            .whereRef('room.id', '=', 'live_room_history.room_id')
            .where('room.tenant', '=', site?.tenant ?? '')
            .where('room.site_id', '=', site?.site ?? ''),
        ),
      ),
    )
    .orderBy('tenant')
    .orderBy('room_id')
    .orderBy('user_id')
    .orderBy('tutor_id')
    .orderBy('sent_at', 'desc');
  await db
    .insertInto('live_room_history')
    .columns([
      'tenant',
      'room_id',
      'user_id',
      'tutor_id',
      'name',
      'picture',
      'id',
      'kind',
      'action',
      'sent_at',
    ])
    .expression(
      db
        .selectFrom(latest.as('latest'))
        .where('action', '=', 'connected')
        .select(['tenant', 'room_id', 'user_id', 'tutor_id', 'name', 'picture'])
        .select([
          sql<string>`gen_random_uuid()::text`.as('id'),
          sql<string>`'status'`.as('kind'),
          sql<string>`'disconnect'`.as('action'),
          sql<Date>`${new Date(atMs)}::timestamptz`.as('sent_at'),
        ]),
    )
    .execute();
}

/** A hash of sender, room and id, which differs for every other sender. */
const derivedId = ({ roomId }: Room, by: Member, id: string): string =>
  createHash('sha256')
    .update(JSON.stringify([roomId, 'tutorId' in by ? ['tutor', by.tutorId] : ['user', by.userId], id]))
    .digest('hex')
    .slice(0, 32);
