/**
 * Messages of rooms that are open or about to open. The newest page is requested as soon as a room is
 * pressed, while the screen is still rendering.
 */
import type { RoomChange } from '#protocol/threads/live-worker.ts';
import { createRoomTalk, type RoomTalk } from './room-talk.ts';

export type TalksDeps = {
  readPage(roomId: string): Parameters<typeof createRoomTalk>[0];
  /** Returns the function that unsubscribes. */
  onSaid(listener: (change: RoomChange) => void): () => void;
};

/** After this time, a talk that no screen holds is dropped: the press led nowhere. */
const IDLE_TIMEOUT_MS = 10_000;

type Talk = { talk: RoomTalk; holders: number; forget(): void };

export function createTalks({ readPage, onSaid }: TalksDeps) {
  const talks = new Map<string, Talk>();

  function begin(roomId: string): Talk {
    const known = talks.get(roomId);
    if (known !== undefined) return known;
    const talk = createRoomTalk(readPage(roomId));
    const stop = onSaid((change) => {
      if (change.roomId === roomId) talk.receive(change.entries);
    });
    const timer = setTimeout(() => {
      if (begun.holders === 0) begun.forget();
    }, IDLE_TIMEOUT_MS);
    const begun: Talk = {
      talk,
      holders: 0,
      forget() {
        clearTimeout(timer);
        stop();
        if (talks.get(roomId) === begun) talks.delete(roomId);
      },
    };
    talks.set(roomId, begun);
    void talk.begin();
    return begun;
  }

  return {
    /** Called when a room is about to be opened. */
    begin: (roomId: string): void => void begin(roomId),
    /** The talk of the room. It is being read, and is dropped when no screen holds it. */
    of: (roomId: string): RoomTalk => begin(roomId).talk,
    /** Keeps the talk until the returned function is called. */
    hold(roomId: string): () => void {
      const held = begin(roomId);
      held.holders += 1;
      return () => {
        held.holders -= 1;
        // Delayed, because React may unmount and mount again at once.
        setTimeout(() => {
          if (held.holders === 0) held.forget();
        }, 0);
      };
    },
  };
}
