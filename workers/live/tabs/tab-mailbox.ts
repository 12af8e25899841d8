/**
 * Pending data for one tab: one batch per 100 ms (sooner for ended actions and rooms), with pictures in every
 * second one. At most two batches are unacknowledged. Newest data wins, so nothing queues behind a slow tab.
 */
import { TIMING } from '#domain/timing.ts';
import type { GroupOrder } from '#protocol/class-orders.ts';
import type { Clock } from '#protocol/clock.ts';
import type { Notification } from '#protocol/notification.ts';
import type { RoomHistoryEntry } from '#protocol/room.ts';
import type { ActionPicture, ActionUpdate, Answer } from '#protocol/threads/live-action.ts';
import type {
  ActiveUserChange,
  Arrival,
  ClientChange,
  ConnectionState,
  LineState,
  LiveBatch,
  RoomChange,
  ThumbnailFrame,
} from '#protocol/threads/live-worker.ts';

export type TabMailboxDeps = {
  clock: Clock;
  /** The data port of the tab. */
  port: { postMessage(batch: LiveBatch, transfer: Transferable[]): void };
  /** The mailbox accepts frames again, after `isBlocked`. */
  onReady(): void;
};

export type TabMailbox = {
  connection(state: ConnectionState): void;
  line(state: LineState): void;
  change(watchId: string, change: ClientChange): void;
  remove(watchId: string, clientId: string): void;
  /** All current orders of the group of this watch. */
  orders(watchId: string, orders: readonly GroupOrder[]): void;
  /** The mailbox owns the bitmap from here on. */
  frame(frame: ThumbnailFrame): void;
  undecodable(watchId: string, clientId: string): void;
  action(update: ActionUpdate): void;
  notify(notifications: readonly Notification[]): void;
  activeUsers(changes: readonly ActiveUserChange[]): void;
  arrival(arrival: Arrival): void;
  room(change: RoomChange): void;
  stopScreenShares(sessionIds: readonly string[]): void;
  dropped(counts: Readonly<Record<string, number>>): void;
  acknowledge(seq: number): void;
  /** True if no frame should be decoded for the tab, because it has not acknowledged the last batches. */
  isBlocked(): boolean;
  /** Removes the pending data of a watch that ended. */
  forgetWatch(watchId: string): void;
  close(): void;
};

const MAX_UNDER_WAY = 2;
/** Milliseconds between a batch and the next one that a user waits for. */
const FLUSH_INTERVAL_MS = 16;
/** A tab that was away for longer reads the room's history again. */
const MAX_ROOM_ENTRIES = 500;
const key = (a: string, b: string) => `${a} ${b}`;

type WaitingWatch = {
  removed: Set<string>;
  changes: Map<string, ClientChange>;
  orders?: readonly GroupOrder[];
};

/** Everything pending for the tab, the newest of each item. */
function createContents() {
  const watches = new Map<string, WaitingWatch>();
  const frames = new Map<string, ThumbnailFrame>();
  const undecodables = new Map<string, { watchId: string; clientId: string }>();
  const notifications = new Map<string, Notification>();
  const users = new Map<string, ActiveUserChange>();
  const arrivals = new Map<string, Arrival>();
  const rooms = new Map<string, RoomHistoryEntry[]>();
  const endingShares = new Set<string>();
  const actions = new Map<string, { update: ActionUpdate; answers: Map<string, Answer> }>();
  const all = [watches, undecodables, notifications, users, arrivals, rooms, endingShares, actions];
  /** Data that exists once per tab. */
  let single: Pick<LiveBatch, 'connection' | 'line' | 'dropped'> = {};

  function watchOf(watchId: string) {
    let watch = watches.get(watchId);
    if (!watch) {
      watch = { removed: new Set(), changes: new Map() };
      watches.set(watchId, watch);
    }
    return watch;
  }

  function discardFrame(id: string) {
    frames.get(id)?.bitmap.close();
    frames.delete(id);
  }

  return {
    watches,
    frames,
    undecodables,
    notifications,
    users,
    arrivals,
    rooms,
    endingShares,
    actions,
    setSingle(more: typeof single) {
      single = { ...single, ...more };
    },
    watchOf,
    discardFrame,
    /** True if nothing but pictures is pending. */
    isEmpty: () => Object.keys(single).length === 0 && all.every(({ size }) => size === 0),
    /** Moves everything except pictures into the batch. */
    moveInto(batch: LiveBatch, transfer: Transferable[]) {
      Object.assign(batch, single);
      if (watches.size > 0) batch.watches = [...watches].map(([watchId, watch]) => toChanges(watchId, watch));
      if (undecodables.size > 0) batch.undecodable = [...undecodables.values()];
      if (notifications.size > 0) batch.notifications = [...notifications.values()];
      if (actions.size > 0) {
        batch.actions = [...actions.values()].map(({ update, answers }) => ({
          ...update,
          answers: [...answers.values()].map((answer) => withOwnBytes(answer, transfer)),
        }));
      }
      if (users.size > 0) batch.activeUsers = [...users.values()];
      if (arrivals.size > 0) batch.arrivals = [...arrivals.values()];
      if (rooms.size > 0) batch.rooms = [...rooms].map(([roomId, entries]) => ({ roomId, entries }));
      if (endingShares.size > 0) batch.stopScreenShares = [...endingShares];
      for (const waiting of all) waiting.clear();
      single = {};
    },
    forgetWatch(watchId: string) {
      watches.delete(watchId);
      for (const [id, frame] of frames) if (frame.watchId === watchId) discardFrame(id);
      for (const [id, { watchId: of }] of undecodables) if (of === watchId) undecodables.delete(id);
    },
    clear() {
      for (const id of [...frames.keys()]) discardFrame(id);
      for (const waiting of all) waiting.clear();
    },
  };
}

type Contents = ReturnType<typeof createContents>;

const toChanges = (watchId: string, { removed, changes, orders }: WaitingWatch) => ({
  watchId,
  removed: [...removed],
  changes: [...changes.values()],
  ...(orders && { orders }),
});

/** Schedules batches, and tracks which ones the tab has acknowledged. */
function createBatchSender(contents: Contents, { clock, port, onReady }: TabMailboxDeps) {
  let sentSeq = 0;
  let ackedSeq = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  let picturesSentAt = Number.NEGATIVE_INFINITY;
  let timer: { dueAt: number; stop: () => void } | undefined;
  let isClosed = false;
  /** A user waits for something that is pending. */
  let isUrgent = false;

  const isBlocked = () => sentSeq - ackedSeq >= MAX_UNDER_WAY;

  /** The first batch of a burst leaves immediately, others some time after the previous one. */
  function schedule() {
    const hasOnlyPictures = contents.isEmpty();
    if (isClosed || isBlocked() || (hasOnlyPictures && contents.frames.size === 0)) return;
    const now = clock.now();
    const spacingMs = isUrgent ? FLUSH_INTERVAL_MS : TIMING.batchMs;
    const due = hasOnlyPictures ? picturesSentAt + TIMING.pictureBatchMs : sentAt + spacingMs;
    const dueAt = Math.max(now, due);
    if (timer && timer.dueAt <= dueAt) return;
    timer?.stop();
    timer = { dueAt, stop: clock.after(dueAt - now, flush) };
  }

  function flush() {
    timer = undefined;
    isUrgent = false;
    sentAt = clock.now();
    sentSeq += 1;
    const batch: LiveBatch = { seq: sentSeq, sentAt };
    const transfer: Transferable[] = [];
    const { frames } = contents;
    if (frames.size > 0 && sentAt >= picturesSentAt + TIMING.pictureBatchMs) {
      batch.frames = [...frames.values()];
      for (const { bitmap } of frames.values()) transfer.push(bitmap);
      picturesSentAt = sentAt;
      frames.clear();
    }
    contents.moveInto(batch, transfer);
    port.postMessage(batch, transfer);
    schedule();
  }

  return {
    isBlocked,
    isClosed: () => isClosed,
    /** New data is pending. */
    soon: schedule,
    /** Data that a user waits for is pending. */
    promptly() {
      isUrgent = true;
      schedule();
    },
    acknowledge(seq: number) {
      if (seq <= ackedSeq || seq > sentSeq) return;
      const wasBlocked = isBlocked();
      ackedSeq = seq;
      if (wasBlocked && !isBlocked()) onReady();
      schedule();
    },
    close() {
      isClosed = true;
      timer?.stop();
      timer = undefined;
    },
  };
}

export function createTabMailbox(deps: TabMailboxDeps): TabMailbox {
  const contents = createContents();
  const { soon, promptly, isBlocked, acknowledge, ...sender } = createBatchSender(contents, deps);

  return {
    connection(state) {
      contents.setSingle({ connection: state });
      soon();
    },
    line(state) {
      contents.setSingle({ line: state });
      soon();
    },
    change(watchId, change) {
      const { changes } = contents.watchOf(watchId);
      const known = changes.get(change.clientId);
      if (known) Object.assign(known, change);
      else changes.set(change.clientId, { ...change });
      soon();
    },
    remove(watchId, clientId) {
      const watch = contents.watchOf(watchId);
      watch.changes.delete(clientId);
      watch.removed.add(clientId);
      contents.discardFrame(key(watchId, clientId));
      contents.undecodables.delete(key(watchId, clientId));
      soon();
    },
    orders(watchId, orders) {
      contents.watchOf(watchId).orders = orders;
      soon();
    },
    frame(frame) {
      const id = key(frame.watchId, frame.clientId);
      if (sender.isClosed()) {
        frame.bitmap.close();
        return;
      }
      contents.discardFrame(id);
      contents.undecodables.delete(id);
      contents.frames.set(id, frame);
      soon();
    },
    undecodable(watchId, clientId) {
      contents.discardFrame(key(watchId, clientId));
      contents.undecodables.set(key(watchId, clientId), { watchId, clientId });
      soon();
    },
    action(update) {
      const answers = contents.actions.get(update.id)?.answers ?? new Map<string, Answer>();
      for (const answer of update.answers) answers.set(answer.clientId, answer);
      contents.actions.set(update.id, { update, answers });
      // The answers of a class arrive one by one, and each batch makes the page lay out its cards.
      if (update.ended) promptly();
      else soon();
    },
    notify(added) {
      for (const n of added) contents.notifications.set(key(n.resource, n.id ?? ''), n);
      soon();
    },
    activeUsers(changes) {
      for (const change of changes) contents.users.set(change.userId, change);
      soon();
    },
    arrival(arrival) {
      contents.arrivals.set(key(arrival.groupId, arrival.clientId), arrival);
      soon();
    },
    room({ roomId, entries }) {
      const waiting = contents.rooms.get(roomId) ?? [];
      waiting.push(...entries);
      waiting.splice(0, waiting.length - MAX_ROOM_ENTRIES);
      contents.rooms.set(roomId, waiting);
      promptly();
    },
    stopScreenShares(sessionIds) {
      for (const sessionId of sessionIds) contents.endingShares.add(sessionId);
      soon();
    },
    dropped(counts) {
      contents.setSingle({ dropped: { ...counts } });
      soon();
    },
    acknowledge,
    isBlocked,
    forgetWatch: contents.forgetWatch,
    close() {
      sender.close();
      contents.clear();
    },
  };
}

/** Copies the pictures for each batch, because the worker keeps them for other tabs and later updates. */
function withOwnBytes(answer: Answer, transfer: Transferable[]): Answer {
  if (!answer.pictures) return answer;
  const pictures = answer.pictures.map((picture): ActionPicture => {
    const bytes = new Uint8Array(picture.bytes);
    transfer.push(bytes.buffer);
    return { ...picture, bytes };
  });
  return { ...answer, pictures };
}
