/** Reads the messages of chat rooms in pages, from the newest message back. */

import { type Insertable, type Kysely, sql } from 'kysely';
import type { EpochMs } from '#protocol/clock.ts';
import type { RoomSeat } from '#protocol/rest/live-room.ts';
import type { RoomMessage } from '#protocol/room.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import type { LiveRoomHistoryTable } from '../tables/record-tables.ts';
import type { RoomAt } from './live-rooms.ts';

/** `beforeId`: orders messages of the same time. */
export type HistoryPage = {
  limit: number;
  beforeMs?: EpochMs | undefined;
  beforeId?: string | undefined;
  afterMs?: EpochMs | undefined;
};

export type RoomPages = {
  /** Newest first. */
  page(room: RoomAt, page: HistoryPage): Promise<RoomMessage[]>;
  /** The initial state of the room for a device; undefined: the room does not exist. */
  seat(room: RoomAt, newest: number): Promise<RoomSeat | undefined>;
};

export function createRoomPages(db: Kysely<Database>): RoomPages {
  async function page({ tenant, roomId }: RoomAt, { limit, beforeMs, beforeId, afterMs }: HistoryPage) {
    const before = beforeMs === undefined ? undefined : new Date(beforeMs);
    const rows = await inTenant(db, tenant)
      .selectFrom('live_room_history')
      .select(['id', 'message', 'name', 'picture', 'user_id', 'tutor_id', 'sent_at'])
      .where('room_id', '=', roomId)
      .where('kind', '=', 'message')
      .$if(before !== undefined, (query) =>
        query.where(
          sql<boolean>`(sent_at, id) < (${before}::timestamptz, ${beforeId ?? ''}::text collate "C")`,
        ),
      )
      .$if(afterMs !== undefined, (query) => query.where('sent_at', '>', new Date(afterMs ?? 0)))
      .orderBy('sent_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => toMessage(row, row.message ?? '', row.sent_at.getTime()));
  }

  return {
    page,

    async seat(room, newest) {
      const found = await inTenant(db, room.tenant)
        .selectFrom('live_rooms')
        .select(['name', 'membership_type', 'owner_id'])
        .where('site_id', '=', room.site)
        .where('id', '=', room.roomId)
        .executeTakeFirst();
      if (!found) return undefined;
      const messages = await page(room, { limit: newest });
      const name = found.membership_type === 'direct' ? await ownerName(db, room, found) : found.name;
      return {
        id: room.roomId,
        name,
        mayWrite: await mayStudentsWrite(db, room),
        messages: messages.reverse(),
      };
    },
  };
}

/** For a student a direct conversation has the name of its tutor. */
async function ownerName(
  db: Kysely<Database>,
  { tenant }: RoomAt,
  { name, owner_id }: { name: string; owner_id: string | null },
): Promise<string> {
  const owner = await inTenant(db, tenant)
    .selectFrom('tutors')
    .select(['name', 'primary_email'])
    .where('id', '=', owner_id ?? '')
    .executeTakeFirst();
  return owner?.name ?? owner?.primary_email ?? name;
}

/** Students may write if the site's `studentsWriteFirst` is true, or after a tutor has written. */
export async function mayStudentsWrite(
  db: Kysely<Database>,
  { tenant, site, roomId }: RoomAt,
): Promise<boolean> {
  const chosen = await inTenant(db, tenant)
    .selectFrom('site_client_settings')
    .select(sql<string | null>`settings->'studentsWriteFirst'->>'enabled'`.as('first'))
    .where('site_id', '=', site)
    .executeTakeFirst();
  if (chosen?.first !== 'false') return true;
  const tutorMessage = await inTenant(db, tenant)
    .selectFrom('live_room_history')
    .select('id')
    .where('room_id', '=', roomId)
    .where('kind', '=', 'message')
    .where('tutor_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return tutorMessage !== undefined;
}

export function toMessage(
  {
    id,
    user_id,
    tutor_id,
    name,
    picture,
  }: Pick<Insertable<LiveRoomHistoryTable>, 'id' | 'user_id' | 'tutor_id' | 'name' | 'picture'>,
  message: string,
  atMs: number,
): RoomMessage {
  return {
    id,
    message,
    name,
    sentTime: atMs,
    ...(tutor_id && { tutorId: tutor_id, tutorName: name }),
    ...(user_id && { userId: user_id, userName: name }),
    ...(picture && { picture }),
  };
}
