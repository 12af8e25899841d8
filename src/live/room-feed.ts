/** Chat rooms that this tab has joined or listens to: receives their new messages, and sends messages. */
import { createListeners } from '#protocol/observable.ts';
import type { RoomSend } from '#protocol/room.ts';
import type { RoomChange } from '#protocol/threads/live-worker.ts';
import type { AskWorker } from './worker/worker-attachment.ts';

export type RoomFeedDeps = {
  ask: AskWorker;
  newId(): string;
};

type JoinedRoom = {
  members: number;
  closing?: ReturnType<typeof setTimeout> | undefined;
};

type UnsentMessage = { roomId: string; message: RoomSend; settle(isSent: boolean): void };

/** The worker retries for 60 s; this timeout ends the wait if there is no worker. */
const TIMEOUT_MS = 65_000;

export function createRoomFeed({ ask, newId }: RoomFeedDeps) {
  const rooms = new Map<string, JoinedRoom>();
  const unsent = new Map<string, UnsentMessage>();
  const listeners = createListeners<[RoomChange]>();
  let listened: readonly string[] = [];

  const sendListened = () => void ask((worker, tabId) => worker.listenToRooms(tabId, listened));
  const sendJoined = (roomId: string) => void ask((worker, tabId) => worker.joinRoom(tabId, roomId));

  async function transmit({ roomId, message, settle }: UnsentMessage) {
    const isSent = await ask((worker, tabId) => worker.sendToRoom(tabId, roomId, message));
    // Undefined: the worker has ended. The next worker gets the same id, so that the message is stored once.
    if (isSent !== undefined) settle(isSent);
  }

  /**
   * Resolves with whether the message was sent: false if it was refused or not sent in time. A message sent
   * again with its id is stored once.
   */
  function say(roomId: string, text: string, id = newId()): Promise<boolean> {
    const message = { id, message: text };
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(false), TIMEOUT_MS);
      const settle = (isSent: boolean) => {
        clearTimeout(timer);
        unsent.delete(message.id);
        resolve(isSent);
      };
      const waiting = { roomId, message, settle };
      unsent.set(message.id, waiting);
      void transmit(waiting);
    });
  }

  function leave(roomId: string, room: JoinedRoom) {
    room.members -= 1;
    if (room.members > 0) return;
    // Deferred, because React leaves and joins in one go, and the other members would see it.
    room.closing = setTimeout(() => {
      rooms.delete(roomId);
      void ask((worker, tabId) => worker.leaveRoom(tabId, roomId));
    }, 0);
  }

  return {
    /** Joins the room until the returned function is called. Repeated joins here appear as one member. */
    join(roomId: string): () => void {
      const known = rooms.get(roomId);
      const room: JoinedRoom = known ?? { members: 0 };
      clearTimeout(room.closing);
      room.members += 1;
      if (!known) {
        rooms.set(roomId, room);
        sendJoined(roomId);
      }
      let hasLeft = false;
      return () => {
        if (!hasLeft) leave(roomId, room);
        hasLeft = true;
      };
    },
    say,
    /** Receives messages of exactly these rooms, without joining them. */
    listenTo(roomIds: readonly string[]) {
      if (roomIds.length === listened.length && roomIds.every((id, at) => id === listened[at])) return;
      listened = [...roomIds];
      sendListened();
    },
    /** Calls with messages in joined and listened rooms; returns the stop. */
    onSaid: listeners.subscribe,
    apply(changes: readonly RoomChange[]) {
      for (const change of changes) listeners.tell(change);
    },
    /** Repeats subscriptions and unsent messages to a new worker. */
    restate() {
      if (listened.length > 0) sendListened();
      for (const roomId of rooms.keys()) sendJoined(roomId);
      for (const message of unsent.values()) void transmit(message);
    },
  };
}
