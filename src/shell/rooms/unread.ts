/**
 * The number of unread messages of each chat room. Each tab counts the messages that all tabs receive.
 * Reading a room is announced to the other tabs at once, and stored on this computer until the session ends.
 */
import * as v from 'valibot';
import { createObservable, type Observable } from '#protocol/observable.ts';
import type { RoomHistoryEntry, RoomMessage } from '#protocol/room.ts';
import { storedText, storedValue, type ValueStorage } from '#protocol/storage/stored-value.ts';
import { createTabStore } from '#session/tab-store.ts';

/** Times are epoch milliseconds on the platform's clock, which orders the messages of a room. */
const roomStateSchema = v.object({
  /** The time of the newest read message. */
  seen: v.number(),
  /** The number of later messages by others, up to a limit. */
  unread: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The time of the newest counted message. */
  upTo: v.number(),
});
const statesSchema = v.record(v.string(), roomStateSchema);
type RoomState = v.InferOutput<typeof roomStateSchema>;
type States = Readonly<Record<string, RoomState>>;

/** When a tab opens, it counts at most this many messages one by one. */
export const MAX_UNREAD = 100;
const FLUSH_INTERVAL_MS = 5_000;

const PREFIX = 'lectern.rooms.';
/** The storage key of the counts of a tutor on a site. */
export const unreadKey = (siteId: string | undefined, userId: string) => `${PREFIX}${siteId}.${userId}`;

/** Removes the counts of every tutor from this computer. */
export const forgetUnread = (storage: () => Storage = () => localStorage): void =>
  createTabStore(PREFIX, statesSchema, storage).dropAll();

export type UnreadDeps = {
  key: string;
  selfId: string;
  storage: () => ValueStorage;
  /** The channel to the other tabs of this browser. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>;
};

export type Unread = {
  counts: Observable<Readonly<Record<string, number>>>;
  /** Counts messages received in a room. Status entries and already counted messages are ignored. */
  heard(roomId: string, entries: readonly RoomHistoryEntry[]): void;
  /** Marks everything in the room as read, now and until the returned function is called. */
  open(roomId: string): () => void;
  /** The time of the newest message read in the room; undefined if the room was never opened. */
  seenUpTo(roomId: string): number | undefined;
  /** Sets the rooms and the times of their last messages; newer messages are fetched from `afterMs` on. */
  follow(
    rooms: readonly { id: string; lastSentTime?: number | null | undefined }[],
    readAfter: (roomId: string, afterMs: number) => Promise<readonly RoomMessage[]>,
  ): Promise<void>;
  save(): void;
  stop(): void;
};

export function createUnread({ key, selfId, storage, channel }: UnreadDeps): Unread {
  const stored = storedValue(storage, key, statesSchema);
  let states: States = stored.get() ?? {};
  const open = new Map<string, number>();
  const counts = createObservable<Readonly<Record<string, number>>>(countsOf(states));
  let saving: ReturnType<typeof setTimeout> | undefined;
  let savedAt = Number.NEGATIVE_INFINITY;
  /** Messages from before the tutor's first visit on this computer are not unread. */
  let isFirstVisit = storedText(storage, key).get() === undefined;

  function save(): void {
    clearTimeout(saving);
    saving = undefined;
    savedAt = performance.now();
    // Without room, the next visit counts again.
    stored.set(states);
  }

  function put(roomId: string, next: RoomState): void {
    states = { ...states, [roomId]: next };
    counts.set(countsOf(states));
    saving ??= setTimeout(save, Math.max(0, savedAt + FLUSH_INTERVAL_MS - performance.now()));
  }

  const stateOf = (roomId: string): RoomState => states[roomId] ?? { seen: 0, unread: 0, upTo: 0 };

  function see(roomId: string): void {
    const { seen, unread, upTo } = stateOf(roomId);
    if (unread === 0 && seen === upTo && states[roomId] !== undefined) return;
    const next = { seen: upTo, unread: 0, upTo };
    put(roomId, next);
    channel.postMessage({ roomId, ...next });
  }

  const heardSchema = v.object({ roomId: v.string(), ...roomStateSchema.entries });
  channel.addEventListener('message', ({ data }: MessageEvent) => {
    const parsed = v.safeParse(heardSchema, data);
    if (!parsed.success) return;
    const { roomId, ...theirs } = parsed.output;
    const own = stateOf(roomId);
    // Messages after that are still unread, and only their number is known.
    if (theirs.seen <= own.seen) return;
    put(roomId, own.upTo <= theirs.upTo ? theirs : { ...own, seen: theirs.seen, unread: theirs.unread });
  });

  function heard(roomId: string, entries: readonly RoomHistoryEntry[]): void {
    const { seen, unread, upTo } = stateOf(roomId);
    const fresh = entries.filter(
      (entry): entry is RoomMessage => 'message' in entry && entry.sentTime > upTo,
    );
    if (fresh.length === 0) return;
    const newest = Math.max(...fresh.map(({ sentTime }) => sentTime));
    const others = fresh.filter(({ tutorId }) => tutorId !== selfId).length;
    put(roomId, { seen, unread: unread + others, upTo: newest });
    if (open.has(roomId)) see(roomId);
  }

  return {
    counts,
    heard,
    open(roomId) {
      open.set(roomId, (open.get(roomId) ?? 0) + 1);
      see(roomId);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        const left = (open.get(roomId) ?? 1) - 1;
        if (left > 0) open.set(roomId, left);
        else open.delete(roomId);
      };
    },
    seenUpTo: (roomId) => states[roomId]?.seen,
    async follow(rooms, readAfter) {
      const there = new Set(rooms.map(({ id }) => id));
      const gone = Object.keys(states).filter((id) => !there.has(id));
      if (gone.length > 0) {
        states = Object.fromEntries(Object.entries(states).filter(([id]) => there.has(id)));
        counts.set(countsOf(states));
        save();
      }
      if (isFirstVisit)
        for (const { id, lastSentTime } of rooms)
          if (states[id] === undefined && lastSentTime)
            put(id, { seen: lastSentTime, unread: 0, upTo: lastSentTime });
      isFirstVisit = false;
      save();
      const behind = rooms.filter(({ id, lastSentTime }) => (lastSentTime ?? 0) > stateOf(id).upTo);
      await Promise.all(
        behind.map(async ({ id }) => {
          heard(id, await readAfter(id, stateOf(id).upTo));
        }),
      );
    },
    save,
    stop() {
      if (saving !== undefined) save();
      channel.close();
    },
  };
}

const countsOf = (states: States): Record<string, number> =>
  Object.fromEntries(Object.entries(states).map(([roomId, { unread }]) => [roomId, unread]));
