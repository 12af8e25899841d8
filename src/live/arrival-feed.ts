/** Devices that come to a group, for whoever in this tab has something to say to them: also while the tab is hidden. */
import type { Arrival, DeviceAddress } from '#protocol/threads/live-worker.ts';
import type { WorkerCall } from './live-tab.ts';

export function createArrivalFeed({ ask }: { ask<T>(call: WorkerCall<T>): Promise<T | undefined> }) {
  const listeners = new Map<string, Set<(device: DeviceAddress) => void>>();

  const watch = (groupId: string) => void ask((worker, tabId) => worker.watchArrivals(tabId, groupId));

  return {
    /** Calls with each device that comes to the group, or comes back to it; returns the stop. */
    listen(groupId: string, call: (device: DeviceAddress) => void): () => void {
      const calls = listeners.get(groupId) ?? new Set();
      if (calls.size === 0) {
        listeners.set(groupId, calls);
        watch(groupId);
      }
      calls.add(call);
      return () => {
        if (!calls.delete(call) || calls.size > 0) return;
        listeners.delete(groupId);
        void ask((worker, tabId) => worker.unwatchArrivals(tabId, groupId));
      };
    },
    apply(arrivals: readonly Arrival[]) {
      for (const { groupId, ...device } of arrivals)
        for (const call of [...(listeners.get(groupId) ?? [])]) call(device);
    },
    /** To a worker that knows nothing. */
    restate() {
      for (const groupId of listeners.keys()) watch(groupId);
    },
  };
}
