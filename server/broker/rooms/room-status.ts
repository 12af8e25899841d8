/** Checks what members publish on `live-rooms/{room}/(connected, disconnect)`, forwarded unchanged. */
import { roomStatusSchema } from '#protocol/room.ts';
import type { Connection } from '../door/connection.ts';
import { readPayload } from '../read-payload.ts';
import { memberOf } from './room-member.ts';

/** The reason of a refusal; undefined: not a status message, or its ids are the connection's own. */
export function refuseRoomStatus(
  message: { topic: string; payload: Buffer },
  connection: Pick<Connection, 'claims'>,
): 'room-status' | 'foreign-id' | undefined {
  if (!isRoomStatus(message.topic)) return undefined;
  const read = readPayload(roomStatusSchema, message.payload);
  if (!read.ok) return 'room-status';
  const own = memberOf(connection);
  if (!own) return 'foreign-id';
  const { tutorId, userId, clientId } = read.value;
  const honest =
    'tutorId' in own
      ? tutorId === own.tutorId && userId === undefined && clientId === undefined
      : userId === own.userId &&
        tutorId === undefined &&
        (clientId === undefined || clientId === own.clientId);
  return honest ? undefined : 'foreign-id';
}

/** A fast check, because it runs for every publish, and nearly all of them are feedback. */
function isRoomStatus(topic: string): boolean {
  if (!topic.endsWith('/connected') && !topic.endsWith('/disconnect')) return false;
  const levels = topic.split('/', 6);
  return levels.length === 5 && levels[2] === 'live-rooms';
}
