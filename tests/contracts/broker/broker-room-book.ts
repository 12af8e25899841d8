/** The history of chat rooms in memory, for a broker without a database. */
import type { RoomStore } from '../../../server/broker/rooms/rooms.ts';

type Kept = { roomId: string; who: string; what: string };

/** A room is unknown until it is in `known`. */
export function createRoomBook(): RoomStore & { entries: Kept[]; known: Set<string>; away: boolean } {
  const entries: Kept[] = [];
  const known = new Set<string>();
  const nameOf = (by: Parameters<RoomStore['keepMessage']>[1]) => ('tutorId' in by ? by.tutorId : by.userId);
  const ids = new Set<string>();
  const book = {
    entries,
    known,
    away: false,
    async keepMessage(...[{ roomId }, by, { id, message, atMs }]: Parameters<RoomStore['keepMessage']>) {
      if (book.away) throw new Error('database away');
      if (!known.has(roomId)) return { name: 'unknown' as const };
      const who = nameOf(by);
      if (ids.has(`${roomId} ${who} ${id}`)) return { name: 'repeated' as const };
      ids.add(`${roomId} ${who} ${id}`);
      entries.push({ roomId, who, what: message });
      const author = 'tutorId' in by ? { tutorId: who } : { userId: who };
      return {
        name: 'kept' as const,
        message: { id, message, ...author, name: `Name of ${who}`, sentTime: atMs },
      };
    },
    async keepStatus(...[{ roomId }, by, { action }]: Parameters<RoomStore['keepStatus']>) {
      if (book.away) throw new Error('database away');
      if (known.has(roomId)) entries.push({ roomId, who: nameOf(by), what: action });
      return known.has(roomId);
    },
  };
  return book;
}
