/** One screen's view of a group. It survives re-renders of its screen, and opens and closes with it. */
import { TIMING } from '#domain/timing.ts';
import type { GroupOrder } from '#protocol/class-orders.ts';
import { createObservable, type Observable } from '#protocol/observable.ts';
import type { LiveBatch, WatchRequest, WatchView } from '#protocol/threads/live-worker.ts';
import { createDeviceStore, type DeviceStore } from './device-store.ts';
import { createThumbnailPainter, type ThumbnailPainter } from './thumbnail-painter.ts';
import type { AskWorker, WorkerCall } from './worker/worker-attachment.ts';

/** The group's orders; undefined until they are known. */
export type OrderStore = Observable<readonly GroupOrder[] | undefined>;

export type GroupWatch = {
  readonly id: string;
  readonly devices: DeviceStore;
  /** Orders for the whole group; the same array until one changes. */
  readonly orders: OrderStore;
  /**
   * Reports the cards in view; only these are decoded and painted, the others are suspended on their device.
   */
  look(view: WatchView): void;
  /** Requests fresh data from all devices ("Refresh online devices"). */
  refresh(): void;
  /** Subscribes to the devices again and requests their data, because the subscription may be lost. */
  restart(): void;
  /** Number of changes and pictures received so far. */
  updateCount(): number;
  /** Paints a client's pictures on a canvas, and calls `onPainted` after each; returns the stop. */
  paint(clientId: string, canvas: HTMLCanvasElement, onPainted?: () => void): () => void;
};

export type GroupWatchDeps = {
  /** Does nothing while no worker is attached. */
  ask: AskWorker;
};

/** The side that the live connection controls. */
export type OpenableWatch = GroupWatch & {
  /** Opens the watch, or changes its request. */
  open(request: WatchRequest): void;
  close(): void;
  /** Repeats the watch's requests to a new worker. Its cards stay until the worker sends newer data. */
  restate(): void;
  /** The worker is connected and receives device messages. */
  connected(): void;
  /** Clears everything, because the worker of another session knows other devices. */
  forget(): void;
  applyChanges(changes: NonNullable<LiveBatch['watches']>[number]): void;
  /** Receives the pictures of this watch. */
  readonly pictures: Pick<ThumbnailPainter, 'paint'>;
  applyUndecodable(clientId: string): void;
};

let lastId = 0;

export function createGroupWatch({ ask }: GroupWatchDeps): OpenableWatch {
  const send = (call: WorkerCall<void>) => void ask(call);
  lastId += 1;
  const id = `w${lastId}`;
  const devices = createDeviceStore();
  const orders = createObservable<readonly GroupOrder[] | undefined>(undefined);
  const painter = createThumbnailPainter({
    isOpen: () => request !== undefined,
    onPicture(clientId) {
      updateCount += 1;
      devices.setThumbnailState(clientId, 'shown');
    },
    onNeeded: (clientIds) => send((worker, tabId) => worker.repaint(tabId, id, clientIds)),
  });
  let request: WatchRequest | undefined;
  let view: WatchView | undefined;
  let updateCount = 0;
  /** Clients known from a previous worker that the new one has not reported yet. */
  const unconfirmed = new Set<string>();
  let removalTimer: ReturnType<typeof setTimeout> | undefined;

  function remove(removed: string[]) {
    for (const clientId of removed) painter.forget(clientId);
    devices.apply({ removed, changes: [] });
  }

  function forget() {
    clearTimeout(removalTimer);
    removalTimer = undefined;
    unconfirmed.clear();
    painter.close();
    devices.clear();
    orders.set(undefined);
  }

  /** Keeps the cards, without the fields that only the previous worker knew. */
  function keepForNow() {
    clearTimeout(removalTimer);
    removalTimer = undefined;
    const changes = devices.ids().map((clientId) => {
      unconfirmed.add(clientId);
      return { clientId, lowQuality: undefined, poll: undefined };
    });
    devices.apply({ removed: [], changes });
  }

  function restate() {
    if (!request) return;
    const [asked, seen] = [request, view];
    keepForNow();
    send((worker, tabId) => worker.watch(tabId, id, asked));
    if (seen) send((worker, tabId) => worker.look(tabId, id, seen));
  }

  return {
    id,
    devices,
    orders,
    look(next) {
      view = next;
      if (request) send((worker, tabId) => worker.look(tabId, id, next));
    },
    refresh: () => send((worker, tabId) => worker.refresh(tabId, id)),
    restart: () => send((worker, tabId) => worker.restart(tabId, id)),
    updateCount: () => updateCount,
    paint: painter.attach,
    pictures: painter,
    open(next) {
      const known = request;
      request = next;
      if (known) send((worker, tabId) => worker.rewatch(tabId, id, next));
      else restate();
    },
    close() {
      if (!request) return;
      request = undefined;
      send((worker, tabId) => worker.unwatch(tabId, id));
      forget();
    },
    forget,
    restate,
    connected() {
      if (unconfirmed.size === 0) return;
      removalTimer ??= setTimeout(() => {
        removalTimer = undefined;
        remove([...unconfirmed]);
        unconfirmed.clear();
      }, TIMING.offlineAfterMs);
    },
    applyChanges({ removed, changes, orders: held }) {
      updateCount += 1;
      if (held) orders.set(held);
      for (const clientId of removed) painter.forget(clientId);
      for (const { clientId } of changes) unconfirmed.delete(clientId);
      devices.apply({ removed, changes });
    },
    applyUndecodable: (clientId) => devices.setThumbnailState(clientId, 'undecodable'),
  };
}
