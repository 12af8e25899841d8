/** Chat rooms over REST: their members and earlier messages. New messages come over the broker. */

import * as v from 'valibot';
import { VISIBLE_TEXT } from '#domain/visible-text.ts';
import { roomMessageSchema } from '../room.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

/** How a room was created: for the people of groups, for chosen people, or between two. */
export const ROOM_KINDS = ['group', 'chat room', 'direct'] as const;
export type RoomKind = (typeof ROOM_KINDS)[number];

/** Maximum entries of each list. The people of a group count as one entry. */
const MAX_ROOM_MEMBERS = 1_000;
const memberIds = v.pipe(v.array(id), v.maxLength(MAX_ROOM_MEMBERS));

export const roomMembersSchema = v.object({
  users: memberIds,
  groups: memberIds,
  tutors: memberIds,
  /** People who were removed, although one of their groups is in the room. */
  without: v.optional(memberIds, []),
});
export type RoomMembers = v.InferOutput<typeof roomMembersSchema>;

export const liveRoomSchema = v.looseObject({
  id: v.string(),
  /** For a direct conversation: the other person, from the requesting tutor's side. */
  name: v.string(),
  type: v.literal('text-chat'),
  membershipType: v.fallback(v.picklist(ROOM_KINDS), 'chat room'),
  members: roomMembersSchema,
  ownerId: v.optional(v.nullable(v.string())),
  /** Time of the newest message; epoch milliseconds. */
  lastSentTime: v.optional(v.nullable(v.number())),
});
export type LiveRoom = v.InferOutput<typeof liveRoomSchema>;

/** `GET /live-rooms/{id}/members/meta`: all people in the room, including those of its groups. */
export const roomMemberSchema = v.looseObject({
  id: v.string(),
  kind: v.picklist(['user', 'tutor']),
  name: v.string(),
  picture: v.optional(v.nullable(v.string())),
  /** In no directory: known only by a session at a device. */
  isGuest: v.optional(v.boolean(), false),
  /** The newest status is `connected`. */
  active: v.boolean(),
});
export const roomMemberListSchema = v.array(roomMemberSchema);
export type RoomPerson = v.InferOutput<typeof roomMemberSchema>;

/** `GET /live-rooms/people?kind=…`, by pages: people that the tutor may invite. */
export const invitableSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  email: v.optional(v.nullable(v.string())),
});
export type Invitable = v.InferOutput<typeof invitableSchema>;
/** `guests`: people who came today with a name alone; that list is not paged. */
export const INVITABLE_KINDS = ['users', 'tutors', 'guests'] as const;
export type InvitableKind = (typeof INVITABLE_KINDS)[number];
export const invitableQuerySchema = v.picklist(INVITABLE_KINDS);

export const roomHistorySchema = v.array(roomMessageSchema);

export const HISTORY_PAGE = 50;
const MAX_HISTORY_PAGE = 200;
const epochMs = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));

/**
 * `GET /live-rooms/{id}/history`, the newest message first. `_lt_sentTime` with `_lt_id`: messages before
 * that one. `_gt_sentTime`: messages after that moment.
 */
export const roomHistoryQuerySchema = v.object({
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(1), v.maxValue(MAX_HISTORY_PAGE)),
  ),
  _lt_sentTime: v.optional(epochMs),
  _lt_id: v.optional(id),
  _gt_sentTime: v.optional(epochMs),
});

export const MAX_ROOM_NAME = 255;
const name = v.pipe(
  v.string(),
  v.trim(),
  v.regex(VISIBLE_TEXT, 'Field is required'),
  v.maxLength(MAX_ROOM_NAME, 'Max 255 characters'),
);

/**
 * `POST /live-rooms`. The tutor who creates the room is in it. Two people have only one direct conversation,
 * so a second call answers the first one.
 */
export const newRoomSchema = v.object({
  type: v.literal('text-chat'),
  name,
  membershipType: v.optional(v.picklist(ROOM_KINDS), 'chat room'),
  members: v.optional(roomMembersSchema, { users: [], groups: [], tutors: [] }),
});
export const newRoomAnswerSchema = v.object({ id: v.string() });

/** `PUT /live-rooms/{id}`. */
export const roomNameBodySchema = v.object({ type: v.literal('text-chat'), name });

/**
 * `PUT /live-rooms/{id}/members`. `former`: the list when the editing began, so that changes by others since
 * then are kept. Without it the list is replaced.
 */
export const roomMembersBodySchema = v.object({
  members: roomMembersSchema,
  former: v.optional(roomMembersSchema),
});

/** `GET /live-rooms/{id}/seat`, for a device in the room. */
export const roomSeatSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  /** False until a tutor has written. */
  mayWrite: v.boolean(),
  /** The newest messages, the oldest of them first. */
  messages: v.array(roomMessageSchema),
});
export type RoomSeat = v.InferOutput<typeof roomSeatSchema>;

/** Name of the resource in notifications. */
export const LIVE_ROOMS = 'live-rooms';
