import { liveConnection } from '#live/live-connection.ts';
import { readRoomHistory } from '#rest/rooms.ts';
import { createTalks } from './talks.ts';

/** The talks of this tab. */
export const openTalks = createTalks({
  readPage: (roomId) => (before, limit) => readRoomHistory(roomId, { before, limit }),
  onSaid: liveConnection.rooms.onSaid,
});
