/**
 * What waits for one tab: one message per 100 ms (sooner for what became of an action), pictures in every second one,
 * at most two unanswered, and meanwhile newest wins, so that nothing queues behind a slow or frozen tab
 * (architecture, hot path).
 */
import { TIMING } from '#domain/timing.ts';
import type { GroupOrder } from '#protocol/class-orders.ts';
import type { Notification } from '#protocol/notification.ts';
import type { RoomHistoryEntry } from '#protocol/room.ts';
import type { ActionPicture, ActionUpdate, Answer } from '#protocol/threads/live-action.ts';
import type {
  ActiveUserChange,
  Arrival,
  ClientChange,
  ConnectionState,
  Frame,
  LiveBatch,
  RoomChange,
} from '#protocol/threads/live-worker.ts';
import type { Clock } from '../clock.ts';

export type TabMailboxDeps = {
  clock: Clock;
  post(batch: LiveBatch, transfer: Transferable[]): void;
  /** It takes frames again, after `isBlocked`. */
  onReady(): void;
};

export type TabMailbox = {
  connection(state: ConnectionState): void;
  change(watchId: string, change: ClientChange): void;
  remove(watchId: string, clientId: string): void;
  /** All that hold for the group of this watch. */
  orders(watchId: string, orders: readonly GroupOrder[]): void;
  /** The mailbox owns the bitmap from here on. */
  frame(frame: Frame): void;
  undecodable(watchId: string, clientId: string): void;
  action(update: ActionUpdate): void;
  notify(notifications: readonly Notification[]): void;
  activeUsers(changes: readonly ActiveUserChange[]): void;
  arrival(arrival: Arrival): void;
  room(change: RoomChange): void;
  stopScreenShares(sessionIds: readonly string[]): void;
  dropped(counts: Readonly<Record<string, number>>): void;
  acknowledge(seq: number): void;
  /** No frame should be decoded for it: it has not dealt with the last ones. */
  isBlocked(): boolean;
  /** Forgets what waits for a watch that ended. */
  forgetWatch(watchId: string): void;
  close(): void;
};

const UNDER_WAY_LIMIT = 2;
/** Between batches that carry what became of an action: a person waits for it, and a class answers in one go. */
const PROMPT_MS = 16;
/** A tab that was away for longer reads the room's history again. */
const ROOM_ENTRIES_LIMIT = 500;
const key = (a: string, b: string) => `${a} ${b}`;

type WaitingWatch = {
  removed: Set<string>;
  changes: Map<string, ClientChange>;
  orders?: readonly GroupOrder[];
};

export function createTabMailbox({ clock, post, onReady }: TabMailboxDeps): TabMailbox {
  const watches = new Map<string, WaitingWatch>();
  const frames = new Map<string, Frame>();
  const undecodables = new Map<string, { watchId: string; clientId: string }>();
  const notifications = new Map<string, Notification>();
  const users = new Map<string, ActiveUserChange>();
  const arrivals = new Map<string, Arrival>();
  const rooms = new Map<string, RoomHistoryEntry[]>();
  const endingShares = new Set<string>();
  const actions = new Map<string, { update: ActionUpdate; answers: Map<string, Answer> }>();
  let connection: ConnectionState | undefined;
  let dropped: Record<string, number> | undefined;
  let sentSeq = 0;
  let ackedSeq = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  let picturesSentAt = Number.NEGATIVE_INFINITY;
  let stopTimer: (() => void) | undefined;
  let timerDueAt = 0;
  let closed = false;

  const isBlocked = () => sentSeq - ackedSeq >= UNDER_WAY_LIMIT;
  const isEmpty = () =>
    watches.size + undecodables.size + notifications.size === 0 &&
    actions.size + users.size + arrivals.size + rooms.size + endingShares.size === 0 &&
    !connection &&
    !dropped;

  function wake() {
    leaveAfter(TIMING.batchMs);
  }

  /** The first of a burst leaves at once; the rest of it so long after the batch before, pictures later. */
  function leaveAfter(spacingMs: number) {
    if (closed || isBlocked() || (isEmpty() && frames.size === 0)) return;
    const now = clock.now();
    const due = isEmpty() ? picturesSentAt + TIMING.pictureBatchMs : sentAt + spacingMs;
    const dueAt = Math.max(now, due);
    if (stopTimer && timerDueAt <= dueAt) return;
    stopTimer?.();
    timerDueAt = dueAt;
    stopTimer = clock.after(dueAt - now, flush);
  }

  function flush() {
    stopTimer = undefined;
    sentAt = clock.now();
    sentSeq += 1;
    const batch: LiveBatch = { seq: sentSeq, sentAt };
    if (connection) batch.connection = connection;
    if (watches.size > 0) {
      batch.watches = [...watches].map(([watchId, w]) => ({
        watchId,
        removed: [...w.removed],
        changes: [...w.changes.values()],
        ...(w.orders && { orders: w.orders }),
      }));
    }
    if (frames.size > 0 && sentAt >= picturesSentAt + TIMING.pictureBatchMs) {
      batch.frames = [...frames.values()];
      picturesSentAt = sentAt;
      frames.clear();
    }
    if (undecodables.size > 0) batch.undecodable = [...undecodables.values()];
    if (notifications.size > 0) batch.notifications = [...notifications.values()];
    const transfer: Transferable[] = batch.frames?.map((frame) => frame.bitmap) ?? [];
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
    if (dropped) batch.dropped = dropped;
    watches.clear();
    undecodables.clear();
    notifications.clear();
    actions.clear();
    users.clear();
    arrivals.clear();
    rooms.clear();
    endingShares.clear();
    connection = undefined;
    dropped = undefined;
    post(batch, transfer);
    wake();
  }

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
    connection(state) {
      connection = state;
      wake();
    },
    change(watchId, change) {
      const { changes } = watchOf(watchId);
      const known = changes.get(change.clientId);
      if (known) Object.assign(known, change);
      else changes.set(change.clientId, { ...change });
      wake();
    },
    remove(watchId, clientId) {
      const watch = watchOf(watchId);
      watch.changes.delete(clientId);
      watch.removed.add(clientId);
      discardFrame(key(watchId, clientId));
      undecodables.delete(key(watchId, clientId));
      wake();
    },
    orders(watchId, orders) {
      watchOf(watchId).orders = orders;
      wake();
    },
    frame(frame) {
      const id = key(frame.watchId, frame.clientId);
      if (closed) {
        frame.bitmap.close();
        return;
      }
      discardFrame(id);
      undecodables.delete(id);
      frames.set(id, frame);
      wake();
    },
    undecodable(watchId, clientId) {
      discardFrame(key(watchId, clientId));
      undecodables.set(key(watchId, clientId), { watchId, clientId });
      wake();
    },
    action(update) {
      const answers = actions.get(update.id)?.answers ?? new Map<string, Answer>();
      for (const answer of update.answers) answers.set(answer.clientId, answer);
      actions.set(update.id, { update, answers });
      leaveAfter(PROMPT_MS);
    },
    notify(added) {
      for (const n of added) notifications.set(key(n.resource, n.id ?? ''), n);
      wake();
    },
    activeUsers(changes) {
      for (const change of changes) users.set(change.userId, change);
      wake();
    },
    arrival(arrival) {
      arrivals.set(key(arrival.groupId, arrival.clientId), arrival);
      wake();
    },
    room({ roomId, entries }) {
      const waiting = rooms.get(roomId) ?? [];
      waiting.push(...entries);
      waiting.splice(0, waiting.length - ROOM_ENTRIES_LIMIT);
      rooms.set(roomId, waiting);
      wake();
    },
    stopScreenShares(sessionIds) {
      for (const sessionId of sessionIds) endingShares.add(sessionId);
      wake();
    },
    dropped(counts) {
      dropped = { ...counts };
      wake();
    },
    acknowledge(seq) {
      if (seq <= ackedSeq || seq > sentSeq) return;
      const wasBlocked = isBlocked();
      ackedSeq = seq;
      if (wasBlocked && !isBlocked()) onReady();
      leaveAfter(actions.size > 0 ? PROMPT_MS : TIMING.batchMs);
    },
    isBlocked,
    forgetWatch(watchId) {
      watches.delete(watchId);
      for (const [id, frame] of frames) if (frame.watchId === watchId) discardFrame(id);
      for (const [id, u] of undecodables) if (u.watchId === watchId) undecodables.delete(id);
    },
    close() {
      closed = true;
      stopTimer?.();
      stopTimer = undefined;
      for (const id of [...frames.keys()]) discardFrame(id);
      watches.clear();
      undecodables.clear();
      notifications.clear();
      actions.clear();
      users.clear();
      arrivals.clear();
      rooms.clear();
      endingShares.clear();
    },
  };
}

/** The worker keeps the pictures for other tabs and later updates: each batch takes its own copies along. */
function withOwnBytes(answer: Answer, transfer: Transferable[]): Answer {
  if (!answer.pictures) return answer;
  const pictures = answer.pictures.map((picture): ActionPicture => {
    const bytes = new Uint8Array(picture.bytes);
    transfer.push(bytes.buffer);
    return { ...picture, bytes };
  });
  return { ...answer, pictures };
}
