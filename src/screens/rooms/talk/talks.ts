/**
 * What is said in the rooms that are open, or about to be: with the press on a room its newest page is asked for, while the
 * screen is still being drawn.
 */
import type { RoomChange } from '#protocol/threads/live-worker.ts';
import { createRoomTalk, type RoomTalk } from './room-talk.ts';

export type TalksDeps = {
  readPage(roomId: string): Parameters<typeof createRoomTalk>[0];
  /** Returns the end. */
  onSaid(listener: (change: RoomChange) => void): () => void;
};

/** A press that led nowhere. */
const UNUSED_MS = 10_000;

type Talk = { talk: RoomTalk; holders: number; forget(): void };

export function createTalks({ readPage, onSaid }: TalksDeps) {
  const talks = new Map<string, Talk>();

  function begin(roomId: string): Talk {
    const known = talks.get(roomId);
    if (known !== undefined) return known;
    const talk = createRoomTalk(readPage(roomId));
    const stop = onSaid((change) => {
      if (change.roomId === roomId) talk.heard(change.entries);
    });
    const timer = setTimeout(() => {
      if (begun.holders === 0) begun.forget();
    }, UNUSED_MS);
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
    /** The room is about to be opened. */
    begin: (roomId: string): void => void begin(roomId),
    /** That of the room, which is being read. It goes by itself where nobody holds it. */
    of: (roomId: string): RoomTalk => begin(roomId).talk,
    /** Until the returned end. */
    hold(roomId: string): () => void {
      const held = begin(roomId);
      held.holders += 1;
      return () => {
        held.holders -= 1;
        // Not at once: React lets go and holds again in one go.
        setTimeout(() => {
          if (held.holders === 0) held.forget();
        }, 0);
      };
    },
  };
}
