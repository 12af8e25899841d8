import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import {
  type InvitableKind,
  invitableSchema,
  type LiveRoom,
  liveRoomSchema,
  newRoomAnswerSchema,
  type RoomKind,
  type RoomMembers,
  roomHistorySchema,
  roomMemberListSchema,
} from '#protocol/rest/live-room.ts';
import type { RoomMessage } from '#protocol/room.ts';
import { deleteDocument, getDocument, getPaged, postAndRead, putAndRead, type ReadOptions } from './http.ts';

const path = (id: string) => `/live-rooms/${encodeURIComponent(id)}`;

/** The chat rooms that this tutor is a member of. */
export const roomsQuery = () =>
  queryOptions({
    queryKey: ['live-rooms'],
    queryFn: ({ signal }) => getPaged('/live-rooms', liveRoomSchema, { signal }),
  });

/**
 * All people in a room, including members of its groups. Read again when the room's members change, not with
 * every change of rooms, because a removed member would request a room without access.
 */
export const roomPeopleQuery = ({ id, members }: Pick<LiveRoom, 'id' | 'members'>) =>
  queryOptions({
    queryKey: ['room-people', id, members],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => getDocument(`${path(id)}/members/meta`, roomMemberListSchema, { signal }),
  });

/** The people that this tutor may invite. */
export const invitableQuery = (kind: InvitableKind) =>
  queryOptions({
    queryKey: ['live-rooms', 'people', kind],
    queryFn: ({ signal }) =>
      kind === 'guests'
        ? getDocument('/live-rooms/people?kind=guests', v.array(invitableSchema), { signal })
        : getPaged(`/live-rooms/people?kind=${kind}`, invitableSchema, { signal }),
  });

/** `before`: the message after the page. `afterMs`: only later messages. The newest message is first. */
export type HistoryAsk = ReadOptions & {
  limit: number;
  before?: Pick<RoomMessage, 'id' | 'sentTime'> | undefined;
  afterMs?: number | undefined;
};

export function readRoomHistory(id: string, ask: HistoryAsk): Promise<RoomMessage[]> {
  const { limit, before, afterMs, signal } = ask;
  const search = new URLSearchParams({ limit: String(limit) });
  if (before) {
    search.set('_lt_sentTime', String(before.sentTime));
    search.set('_lt_id', before.id);
  }
  if (afterMs !== undefined) search.set('_gt_sentTime', String(afterMs));
  return getDocument(`${path(id)}/history?${search}`, roomHistorySchema, { signal });
}

export type NewRoom = { name: string; membershipType: RoomKind; members: RoomMembers };

/** All throw AppError: `not-found` if the tutor is not in the room, `invalid` for a person without access. */
export const createRoom = (room: NewRoom): Promise<{ id: string }> =>
  postAndRead('/live-rooms', { type: 'text-chat', ...room }, newRoomAnswerSchema);

export const renameRoom = ({ id, name }: { id: string; name: string }): Promise<LiveRoom> =>
  putAndRead(path(id), { type: 'text-chat', name }, liveRoomSchema);

export type MembersWrite = { id: string; members: RoomMembers; former: RoomMembers };

/** Changes that others have made since `former` are preserved. */
export const saveRoomMembers = ({ id, ...body }: MembersWrite): Promise<LiveRoom> =>
  putAndRead(`${path(id)}/members`, body, liveRoomSchema);

export const closeRoom = (id: string): Promise<void> => deleteDocument(path(id));
