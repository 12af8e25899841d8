/** What one screen sees of a group. It lives on while its screen re-renders, and opens and closes with it. */
import { TIMING } from '#domain/timing.ts';
import type { GroupOrder } from '#protocol/class-orders.ts';
import { createObservable, type Observable } from '#protocol/observable.ts';
import type { LiveBatch, WatchRequest, WatchView } from '#protocol/threads/live-worker.ts';
import { createDeviceStore, type DeviceStore } from './device-store.ts';
import { createThumbnailPainter, type ThumbnailPainter } from './thumbnail-painter.ts';
import type { AskWorker, WorkerCall } from './worker/worker-attachment.ts';

/** What holds for a group. Undefined until it is known. */
export type OrderStore = Observable<readonly GroupOrder[] | undefined>;

export type GroupWatch = {
  readonly id: string;
  readonly devices: DeviceStore;
  /** What holds for the whole group; the same array as long as nothing of it has changed. */
  readonly orders: OrderStore;
  /** Tells what is in view; only these are decoded and drawn, the others are suspended on their device. */
  look(view: WatchView): void;
  /** Asks all devices again ("Refresh online devices"). */
  refresh(): void;
  /** Subscribes anew to what its devices say, and asks them again: the subscription may be lost. */
  restart(): void;
  /** How many changes and pictures have come so far. */
  updateCount(): number;
  /** Shows a client's pictures on a canvas, and tells of each; returns the stop. */
  paint(clientId: string, canvas: HTMLCanvasElement, onPainted?: () => void): () => void;
};

export type GroupWatchDeps = {
  /** Nothing happens while no worker is attached. */
  ask: AskWorker;
};

/** The side that the live connection drives. */
export type OpenableWatch = GroupWatch & {
  /** Begins, or changes what is asked for. */
  open(request: WatchRequest): void;
  close(): void;
  /** Says everything to a worker that knows nothing of this watch. Its cards stay until that one knows better. */
  restate(): void;
  /** The worker can hear devices. */
  connected(): void;
  /** Another session begins: its worker knows other devices. */
  forget(): void;
  applyChanges(changes: NonNullable<LiveBatch['watches']>[number]): void;
  /** Pictures of this watch come here. */
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
  /** Cards that a worker left behind which has ended, until the next one tells of them. */
  const unheard = new Set<string>();
  let goodbye: ReturnType<typeof setTimeout> | undefined;

  function remove(removed: string[]) {
    for (const clientId of removed) painter.forget(clientId);
    devices.apply({ removed, changes: [] });
  }

  function forget() {
    clearTimeout(goodbye);
    goodbye = undefined;
    unheard.clear();
    painter.close();
    devices.clear();
    orders.set(undefined);
  }

  /** Everything but what only the worker itself knew. */
  function keepForNow() {
    clearTimeout(goodbye);
    goodbye = undefined;
    const changes = devices.ids().map((clientId) => {
      unheard.add(clientId);
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
      if (unheard.size === 0) return;
      goodbye ??= setTimeout(() => {
        goodbye = undefined;
        remove([...unheard]);
        unheard.clear();
      }, TIMING.offlineAfterMs);
    },
    applyChanges({ removed, changes, orders: held }) {
      updateCount += 1;
      if (held) orders.set(held);
      for (const clientId of removed) painter.forget(clientId);
      for (const { clientId } of changes) unheard.delete(clientId);
      devices.apply({ removed, changes });
    },
    applyUndecodable: (clientId) => devices.setThumbnailState(clientId, 'undecodable'),
  };
}
