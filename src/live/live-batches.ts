/** The tab's end of the data port: passes each part of a batch to its store. */
import type { Notification } from '#protocol/notification.ts';
import type { ConnectionState, LineState, LiveAck, LiveBatch } from '#protocol/threads/live-worker.ts';
import type { OpenableWatch } from './group-watch.ts';

type Store<Change> = { apply(changes: readonly Change[]): void };
type Part<Name extends keyof LiveBatch> =
  NonNullable<LiveBatch[Name]> extends (infer Change)[] ? Change : never;

export type BatchReceivers = {
  connection(state: ConnectionState): void;
  line(state: LineState): void;
  /** Undefined if the watch was closed. */
  watch(watchId: string): OpenableWatch | undefined;
  actions: Store<Part<'actions'>>;
  activeUsers: Store<Part<'activeUsers'>>;
  arrivals: Store<Part<'arrivals'>>;
  rooms: Store<Part<'rooms'>>;
  dropped(counts: Readonly<Record<string, number>>): void;
  stopScreenShares(sessionIds: readonly string[]): void;
  notifications(notifications: readonly Notification[]): void;
};

export function createLiveBatches(to: BatchReceivers) {
  function receive(batch: LiveBatch) {
    if (batch.connection) to.connection(batch.connection);
    if (batch.line) to.line(batch.line);
    for (const change of batch.watches ?? []) to.watch(change.watchId)?.applyChanges(change);
    for (const frame of batch.frames ?? []) {
      const watch = to.watch(frame.watchId);
      if (watch) watch.pictures.paint(frame);
      else frame.bitmap.close();
    }
    for (const { watchId, clientId } of batch.undecodable ?? []) {
      to.watch(watchId)?.applyUndecodable(clientId);
    }
    if (batch.actions) to.actions.apply(batch.actions);
    if (batch.activeUsers) to.activeUsers.apply(batch.activeUsers);
    if (batch.arrivals) to.arrivals.apply(batch.arrivals);
    if (batch.rooms) to.rooms.apply(batch.rooms);
    if (batch.dropped) to.dropped(batch.dropped);
    if (batch.stopScreenShares) to.stopScreenShares(batch.stopScreenShares);
    if (batch.notifications) to.notifications(batch.notifications);
  }

  return {
    /** Receives the batches of this port, and acknowledges them. */
    listen(port: MessagePort) {
      let hasFailed = false;
      port.onmessage = ({ data: batch }: MessageEvent<LiveBatch>) => {
        try {
          receive(batch);
        } catch (error) {
          // Logged once, because the next batch is likely to fail too.
          if (!hasFailed) console.error('a batch of the live worker could not be shown', error);
          hasFailed = true;
        } finally {
          // After two unacknowledged batches the worker sends nothing more.
          port.postMessage({ ack: batch.seq } satisfies LiveAck);
        }
      };
    },
  };
}
