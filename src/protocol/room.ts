/**
 * Chat rooms on the broker.
 * A member publishes `send-message`, `connected` and `disconnect`; the platform stores what was said and publishes
 * `messages` with who said it taken from the connection, never from the payload. By `changed`, which is empty, it says that
 * devices should read their seat again: the room is called otherwise, or other people may write.
 */
import * as v from 'valibot';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const line = v.pipe(v.string(), v.maxLength(1_024));

/** Characters of one message. */
export const MAX_MESSAGE_LENGTH = 10_000;

export const ROOM_TOPIC_TYPES = ['messages', 'connected', 'send-message', 'disconnect', 'changed'] as const;
export type RoomTopicType = (typeof ROOM_TOPIC_TYPES)[number];

/** `send-message`. `id` is the sender's, so that a repeated one is stored once. */
export const roomSendSchema = v.object({
  id,
  message: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_MESSAGE_LENGTH)),
});
export type RoomSend = v.InferOutput<typeof roomSendSchema>;

/** Who: one of the two. */
const who = { userId: v.optional(id), tutorId: v.optional(id) };

/** `messages`: said by the platform. Times are epoch milliseconds. */
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

/** `connected` and `disconnect`: the member's own id; another's is refused by the broker. */
export const roomStatusSchema = v.object({ ...who, clientId: v.optional(id) });

/** What a room's history is made of; `connected` means online. */
export type RoomStatus = { userId?: string; tutorId?: string; action: 'connected' | 'disconnect' };
export type RoomHistoryEntry = RoomMessage | RoomStatus;
