/**
 * Chat rooms on the broker. A member publishes `send-message`, `connected` and `disconnect`. The platform
 * stores messages and publishes them as `messages`, with the sender taken from the connection, never from the
 * payload. An empty `changed` makes devices read their seat again: the name or the writers changed.
 */
import * as v from 'valibot';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const line = v.pipe(v.string(), v.maxLength(1_024));

/** Characters of one message. */
export const MAX_MESSAGE_LENGTH = 10_000;

export const ROOM_TOPIC_TYPES = ['messages', 'connected', 'send-message', 'disconnect', 'changed'] as const;
export type RoomTopicType = (typeof ROOM_TOPIC_TYPES)[number];

/** `send-message`. `id` is made by the sender, so that a repeated message is stored once. */
export const roomSendSchema = v.object({
  id,
  message: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_MESSAGE_LENGTH)),
});
export type RoomSend = v.InferOutput<typeof roomSendSchema>;

/** The sender: `userId` of a student or `tutorId` of a tutor, never both. */
const who = { userId: v.optional(id), tutorId: v.optional(id) };

/** `messages`: published by the platform. Times are epoch milliseconds. */
export const roomMessageSchema = v.object({
  id,
  message: v.pipe(v.string(), v.maxLength(MAX_MESSAGE_LENGTH)),
  ...who,
  userName: v.optional(line),
  tutorName: v.optional(line),
  name: v.optional(line),
  picture: v.optional(v.string()),
  sentTime: v.number(),
});
export type RoomMessage = v.InferOutput<typeof roomMessageSchema>;

/** `connected` and `disconnect`: the member's own id. The broker refuses any other. */
export const roomStatusSchema = v.object({ ...who, clientId: v.optional(id) });

/** Entries of a room's history; `connected` means online. */
export type RoomStatus = { userId?: string; tutorId?: string; action: 'connected' | 'disconnect' };
export type RoomHistoryEntry = RoomMessage | RoomStatus;
