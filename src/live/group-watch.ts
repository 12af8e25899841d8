/** What one screen sees of a group. It lives on while its screen re-renders, and opens and closes with it. */
import type { Frame, LiveBatch, LiveWorker, WatchRequest, WatchView } from '#protocol/live-worker.ts';
import { createDeviceStore, type DeviceStore } from './device-store.ts';
import { createThumbnailPainter } from './thumbnail-painter.ts';

export type GroupWatch = {
  readonly id: string;
  readonly devices: DeviceStore;
  /** Tells what is in view; only these are decoded and drawn, the others are suspended on their device. */
  look(view: WatchView): void;
  /** Asks all devices again ("Refresh online devices"). */
  refresh(): void;
  /** Shows a client's pictures on a canvas; returns the stop. */
  paint(clientId: string, canvas: HTMLCanvasElement): () => void;
};

/** The calls of the live worker that a watch needs; nothing happens while no worker is attached. */
export type WatchCommands = {
  send(call: (worker: LiveWorker, tabId: string) => Promise<unknown>): void;
};

/** The side that the live connection drives. */
export type OpenableWatch = GroupWatch & {
  /** Begins, or changes what is asked for. */
  open(request: WatchRequest): void;
  close(): void;
  /** Says everything to a worker that knows nothing of this watch. */
  restate(): void;
  applyChanges(changes: NonNullable<LiveBatch['watches']>[number]): void;
  applyFrame(frame: Frame): void;
  applyUndecodable(clientId: string): void;
};

let lastId = 0;

export function createGroupWatch({ send }: WatchCommands): OpenableWatch {
  lastId += 1;
  const id = `w${lastId}`;
  const devices = createDeviceStore();
  const painter = createThumbnailPainter({
    onNeeded: (clientIds) => send((worker, tabId) => worker.repaint(tabId, id, clientIds)),
  });
  let request: WatchRequest | undefined;
  let view: WatchView | undefined;

  return {
    id,
    devices,
    look(next) {
      view = next;
      if (request) send((worker, tabId) => worker.look(tabId, id, next));
    },
    refresh: () => send((worker, tabId) => worker.refresh(tabId, id)),
    paint: painter.attach,
    open(next) {
      const known = request;
      request = next;
      if (known) send((worker, tabId) => worker.rewatch(tabId, id, next));
      else this.restate();
    },
    close() {
      if (!request) return;
      request = undefined;
      send((worker, tabId) => worker.unwatch(tabId, id));
      painter.close();
      devices.clear();
    },
    restate() {
      if (!request) return;
      const [asked, seen] = [request, view];
      painter.close();
      devices.clear();
      send((worker, tabId) => worker.watch(tabId, id, asked));
      if (seen) send((worker, tabId) => worker.look(tabId, id, seen));
    },
    applyChanges({ removed, changes }) {
      for (const clientId of removed) painter.forget(clientId);
      devices.apply({ removed, changes });
    },
    applyFrame(frame) {
      if (!request) {
        frame.bitmap.close();
        return;
      }
      painter.paint(frame);
      devices.setThumbnailState(frame.clientId, 'shown');
    },
    applyUndecodable: (clientId) => devices.setThumbnailState(clientId, 'undecodable'),
  };
}
