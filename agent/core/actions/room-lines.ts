/** Builds the lines of a chat room from the platform's messages. */
import type { RoomSeat } from '#protocol/rest/live-room.ts';
import type { RoomMessage } from '#protocol/room.ts';
import type { OpenRoom, RoomLine } from '../device-state.ts';
import type { DeviceIdentity } from '../identity.ts';

/** Older messages are in the room's documents. */
const MESSAGES_SHOWN = 100;

export const lineOf = (
  { id, message, name, userName, tutorName, sentTime, userId, tutorId }: RoomMessage,
  self: DeviceIdentity | undefined,
): RoomLine => ({
  id,
  name: name ?? tutorName ?? userName ?? '',
  message,
  sentTime,
  ...(userId !== undefined && userId === self?.userId && { isOwn: true as const }),
  ...(tutorId !== undefined && { isTutors: true as const }),
});

/** Removes older lines if messages may be missing between them and the platform's newest ones. */
export function withoutGap(room: OpenRoom, newest: readonly RoomLine[]): OpenRoom {
  const newestIds = new Set(newest.map(({ id }) => id));
  const [first] = newest;
  if (first === undefined || room.messages.some(({ id }) => newestIds.has(id))) return room;
  return {
    ...room,
    messages: room.messages.filter(({ sentTime }) => (sentTime ?? 0) > (first.sentTime ?? 0)),
  };
}

/** If students may only write after a tutor, a tutor may have written since the platform answered. */
export function withWriters(room: OpenRoom, seat: RoomSeat | undefined): OpenRoom {
  const hasBegun = room.messages.some(({ isTutors }) => isTutors);
  if (seat !== undefined) return { ...room, name: seat.name, mayWrite: seat.mayWrite || hasBegun };
  return room.mayWrite === false && hasBegun ? { ...room, mayWrite: true } : room;
}

export function withLines({ unsent = [], ...room }: OpenRoom, lines: readonly RoomLine[]): OpenRoom {
  const known = new Set(room.messages.map(({ id }) => id));
  const publishedIds = new Set(lines.map(({ id }) => id));
  const messages = [...room.messages, ...lines.filter(({ id }) => !known.has(id))];
  const waiting = unsent.filter(({ id }) => !publishedIds.has(id));
  return {
    ...room,
    messages: messages.sort((a, b) => (a.sentTime ?? 0) - (b.sentTime ?? 0)).slice(-MESSAGES_SHOWN),
    ...(waiting.length > 0 && { unsent: waiting }),
  };
}
