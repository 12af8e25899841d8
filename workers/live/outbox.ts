/**
 * What waits for one tab: one message per 100 ms, at most two unanswered, and meanwhile newest wins, so that
 * nothing queues behind a slow or frozen tab (architecture, hot path).
 */
import { TIMING } from '#domain/timing.ts';
import type { ClientChange, ConnectionState, Frame, LiveBatch } from '#protocol/live-worker.ts';
import type { Notification } from '#protocol/notification.ts';
import type { Clock } from './clock.ts';

export type OutboxDeps = {
  clock: Clock;
  post(batch: LiveBatch, transfer: ImageBitmap[]): void;
  /** It takes frames again, after `isBlocked`. */
  onReady(): void;
};

export type Outbox = {
  connection(state: ConnectionState): void;
  change(watchId: string, change: ClientChange): void;
  remove(watchId: string, clientId: string): void;
  /** The outbox owns the bitmap from here on. */
  frame(frame: Frame): void;
  undecodable(watchId: string, clientId: string): void;
  notify(notifications: readonly Notification[]): void;
  dropped(counts: Readonly<Record<string, number>>): void;
  acknowledge(seq: number): void;
  /** No frame should be decoded for it: it has not dealt with the last ones. */
  isBlocked(): boolean;
  /** Forgets what waits for a watch that ended. */
  forgetWatch(watchId: string): void;
  close(): void;
};

const UNDER_WAY_LIMIT = 2;
const key = (a: string, b: string) => `${a} ${b}`;

export function createOutbox({ clock, post, onReady }: OutboxDeps): Outbox {
  const watches = new Map<string, { removed: Set<string>; changes: Map<string, ClientChange> }>();
  const frames = new Map<string, Frame>();
  const undecodables = new Map<string, { watchId: string; clientId: string }>();
  const notifications = new Map<string, Notification>();
  let connection: ConnectionState | undefined;
  let dropped: Record<string, number> | undefined;
  let sentSeq = 0;
  let ackedSeq = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  let stopTimer: (() => void) | undefined;
  let closed = false;

  const isBlocked = () => sentSeq - ackedSeq >= UNDER_WAY_LIMIT;
  const isEmpty = () =>
    watches.size + frames.size + undecodables.size + notifications.size === 0 && !connection && !dropped;

  function wake() {
    if (closed || stopTimer || isBlocked() || isEmpty()) return;
    // The first of a burst leaves at once; the rest of it 100 ms later.
    const waitMs = Math.max(0, sentAt + TIMING.batchMs - clock.now());
    stopTimer = clock.after(waitMs, () => {
      stopTimer = undefined;
      flush();
    });
  }

  function flush() {
    sentAt = clock.now();
    sentSeq += 1;
    const batch: LiveBatch = { seq: sentSeq, sentAt };
    if (connection) batch.connection = connection;
    if (watches.size > 0) {
      batch.watches = [...watches].map(([watchId, w]) => ({
        watchId,
        removed: [...w.removed],
        changes: [...w.changes.values()],
      }));
    }
    if (frames.size > 0) batch.frames = [...frames.values()];
    if (undecodables.size > 0) batch.undecodable = [...undecodables.values()];
    if (notifications.size > 0) batch.notifications = [...notifications.values()];
    if (dropped) batch.dropped = dropped;
    watches.clear();
    frames.clear();
    undecodables.clear();
    notifications.clear();
    connection = undefined;
    dropped = undefined;
    post(batch, batch.frames?.map((frame) => frame.bitmap) ?? []);
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
      changes.set(change.clientId, { ...changes.get(change.clientId), ...change });
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
    notify(added) {
      for (const n of added) notifications.set(key(n.resource, n.id ?? ''), n);
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
      wake();
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
    },
  };
}
