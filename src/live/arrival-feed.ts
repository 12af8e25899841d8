/** Devices that join a group, for parts of this tab that send them something; works in hidden tabs too. */
import { createListeners } from '#protocol/observable.ts';
import type { Arrival, DeviceAddress } from '#protocol/threads/live-worker.ts';
import type { AskWorker } from './worker/worker-attachment.ts';

type Listeners = ReturnType<typeof createListeners<[DeviceAddress]>>;

export function createArrivalFeed({ ask }: { ask: AskWorker }) {
  const listeners = new Map<string, Listeners>();

  const watch = (groupId: string) => void ask((worker, tabId) => worker.watchArrivals(tabId, groupId));

  return {
    /** Calls with each device that joins or rejoins the group; returns the stop. */
    listen(groupId: string, call: (device: DeviceAddress) => void): () => void {
      const here = listeners.get(groupId) ?? createListeners<[DeviceAddress]>();
      if (here.count() === 0) {
        listeners.set(groupId, here);
        watch(groupId);
      }
      const end = here.subscribe(call);
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        end();
        if (here.count() > 0) return;
        listeners.delete(groupId);
        void ask((worker, tabId) => worker.unwatchArrivals(tabId, groupId));
      };
    },
    apply(arrivals: readonly Arrival[]) {
      for (const { groupId, ...device } of arrivals) listeners.get(groupId)?.tell(device);
    },
    /** Subscribes again at a new worker. */
    restate() {
      for (const groupId of listeners.keys()) watch(groupId);
    },
  };
}
