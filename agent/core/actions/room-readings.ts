/** Reads the history of chat rooms and retries until the platform answers or the room is closed. */
import type { Clock } from '#protocol/clock.ts';
import type { RoomSeat } from '#protocol/rest/live-room.ts';

/** Reads a room's earlier messages. Rejects if the platform does not answer. */
export type ReadRoom = (roomId: string) => Promise<RoomSeat>;

const RETRY_DELAY_MS = 5_000;

export function createRoomReadings(deps: {
  clock: Pick<Clock, 'after'>;
  /** Without it nothing is read. */
  readRoom: ReadRoom | undefined;
  onRead: (roomId: string, seat: RoomSeat) => void;
}) {
  const { clock, readRoom, onRead } = deps;
  /** The newest request for each room; `cancel` ends its wait for a retry. */
  const readings = new Map<string, { cancel: () => void }>();

  function end(roomId: string): void {
    readings.get(roomId)?.cancel();
    readings.delete(roomId);
  }

  async function read(roomId: string): Promise<void> {
    end(roomId);
    const reading = { cancel: () => {} };
    readings.set(roomId, reading);
    const seat = await readRoom?.(roomId).catch(() => 'failed' as const);
    // An older answer must not overwrite a newer one.
    if (readings.get(roomId) !== reading) return;
    if (seat === 'failed') reading.cancel = clock.after(RETRY_DELAY_MS, () => void read(roomId));
    else if (seat !== undefined) onRead(roomId, seat);
  }

  return {
    begin: (roomId: string): void => void read(roomId),
    end,
    stop() {
      for (const roomId of [...readings.keys()]) end(roomId);
    },
  };
}
