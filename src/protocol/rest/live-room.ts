/** Chat rooms over REST: who is in them, and what was said there before. What is said now comes over the broker. */

import * as v from 'valibot';
import { VISIBLE_TEXT } from '#domain/visible-text.ts';
import { roomMessageSchema } from '../room.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

/** What a room was made as: for the people of groups, for people who were chosen, or between two. */
export const ROOM_KINDS = ['group', 'chat room', 'direct'] as const;
export type RoomKind = (typeof ROOM_KINDS)[number];

/** How many of each may be named; the people of a group count as one. */
const MAX_ROOM_MEMBERS = 1_000;
const memberIds = v.pipe(v.array(id), v.maxLength(MAX_ROOM_MEMBERS));

export const roomMembersSchema = v.object({
  users: memberIds,
  groups: memberIds,
  tutors: memberIds,
  /** People who were removed, although a group of theirs is in the room. */
  without: v.optional(memberIds, []),
});
export type RoomMembers = v.InferOutput<typeof roomMembersSchema>;

export const liveRoomSchema = v.looseObject({
  id: v.string(),
  /** Of a direct conversation: the other one, as the asking tutor sees it. */
  name: v.string(),
  type: v.literal('text-chat'),
  membershipType: v.fallback(v.picklist(ROOM_KINDS), 'chat room'),
  members: roomMembersSchema,
  ownerId: v.optional(v.nullable(v.string())),
  /** Of the newest message; epoch milliseconds. */
  lastSentTime: v.optional(v.nullable(v.number())),
});
export type LiveRoom = v.InferOutput<typeof liveRoomSchema>;

/** `GET /live-rooms/{id}/members/meta`: everybody in the room, the people of its groups too. */
export const roomMemberSchema = v.looseObject({
  id: v.string(),
  kind: v.picklist(['user', 'tutor']),
  name: v.string(),
  picture: v.optional(v.nullable(v.string())),
  /** Is in no directory: known by a session at a device alone. */
  isGuest: v.optional(v.boolean(), false),
  /** The newest status says connected. */
  active: v.boolean(),
});
export const roomMemberListSchema = v.array(roomMemberSchema);
export type RoomPerson = v.InferOutput<typeof roomMemberSchema>;

/** `GET /live-rooms/people?kind=…`, by pages: whom the tutor may invite. */
export const invitableSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  email: v.optional(v.nullable(v.string())),
});
export type Invitable = v.InferOutput<typeof invitableSchema>;
/** `guests`: who came today by a name alone; that list is not paged. */
export const INVITABLE_KINDS = ['users', 'tutors', 'guests'] as const;
export type InvitableKind = (typeof INVITABLE_KINDS)[number];
export const invitableQuerySchema = v.picklist(INVITABLE_KINDS);

export const roomHistorySchema = v.array(roomMessageSchema);

export const HISTORY_PAGE = 50;
const MAX_HISTORY_PAGE = 200;
const epochMs = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));

/**
 * `GET /live-rooms/{id}/history`, the newest message first. `_lt_sentTime` with `_lt_id`: what was before that message.
 * `_gt_sentTime`: what came after that moment.
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

/** `POST /live-rooms`. The tutor who makes the room is in it. Two people have one direct conversation: a second one is the first. */
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
 * `PUT /live-rooms/{id}/members`. `former`: the list as it was when the editing began; what others have changed since then
 * stays changed. Without it the list is replaced.
 */
export const roomMembersBodySchema = v.object({
  members: roomMembersSchema,
  former: v.optional(roomMembersSchema),
});

/** `GET /live-rooms/{id}/seat`, for a device that is in the room. */
export const roomSeatSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  /** False while a tutor has to write first. */
  mayWrite: v.boolean(),
  /** The newest, oldest first. */
  messages: v.array(roomMessageSchema),
});
export type RoomSeat = v.InferOutput<typeof roomSeatSchema>;

/** Notifications name rooms so. */
export const LIVE_ROOMS = 'live-rooms';
