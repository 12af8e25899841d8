/** The devices of one watch, outside React. Each card subscribes to one client and renders alone. */
import { useCallback } from 'react';
import { createListeners } from '#protocol/observable.ts';
import type { ClientChange, LiveClient } from '#protocol/threads/live-worker.ts';
import { useObservable } from '#ui/use-observable.ts';

export type ThumbnailState = 'none' | 'shown' | 'undecodable';

export type DeviceStore = {
  subscribeIds(call: () => void): () => void;
  /** Ids of the clients in order of arrival; the same array until a client joins or leaves. */
  ids(): readonly string[];
  /** Called when the client's record or thumbnail state changes, not for each picture. */
  subscribe(clientId: string, call: () => void): () => void;
  get(clientId: string): LiveClient | undefined;
  thumbnailState(clientId: string): ThumbnailState;
  /** Called once per batch of changed records, whatever its size; not for pictures. */
  subscribeChanges(call: () => void): () => void;
};

/** The side that the live connection writes to. */
export type WritableDeviceStore = DeviceStore & {
  apply(batch: { removed: readonly string[]; changes: readonly ClientChange[] }): void;
  setThumbnailState(clientId: string, state: ThumbnailState): void;
  clear(): void;
};

/** A field that is present with the value undefined is deleted. */
function changedClient(before: LiveClient | undefined, change: ClientChange): LiveClient {
  const next = { ...before, ...change } as LiveClient;
  for (const [field, value] of Object.entries(change)) {
    if (value === undefined) delete next[field as keyof LiveClient];
  }
  return next;
}

/** The student stopped sharing, so the last picture no longer shows the current screen. */
const hasLostItsScreen = (before: LiveClient | undefined, { info }: ClientChange): boolean =>
  info?.displays.length === 0 && before?.info !== undefined && before.info.displays.length > 0;

export function createDeviceStore(): WritableDeviceStore {
  const clients = new Map<string, LiveClient>();
  const thumbnails = new Map<string, ThumbnailState>();
  /** Clients that stopped sharing; pictures still in transit are ignored. */
  const withoutScreen = new Set<string>();
  const listeners = new Map<string, ReturnType<typeof createListeners>>();
  const idListeners = createListeners();
  const changeListeners = createListeners();
  let ids: readonly string[] = [];

  function tell(changed: Iterable<string>, membership: boolean) {
    if (membership) ids = [...clients.keys()];
    for (const clientId of changed) listeners.get(clientId)?.tell();
    if (membership) idListeners.tell();
  }

  return {
    subscribeIds: idListeners.subscribe,
    ids: () => ids,
    subscribe(clientId, call) {
      const here = listeners.get(clientId) ?? createListeners();
      listeners.set(clientId, here);
      const end = here.subscribe(call);
      return () => {
        end();
        if (here.count() === 0 && listeners.get(clientId) === here) listeners.delete(clientId);
      };
    },
    get: (clientId) => clients.get(clientId),
    thumbnailState: (clientId) => thumbnails.get(clientId) ?? 'none',
    subscribeChanges: changeListeners.subscribe,
    apply({ removed, changes }) {
      const before = new Set(clients.keys());
      const changed = new Set<string>(removed);
      for (const clientId of removed) {
        clients.delete(clientId);
        thumbnails.delete(clientId);
        withoutScreen.delete(clientId);
      }
      for (const change of changes) {
        if (hasLostItsScreen(clients.get(change.clientId), change)) {
          thumbnails.delete(change.clientId);
          withoutScreen.add(change.clientId);
        } else if (change.info && change.info.displays.length > 0) withoutScreen.delete(change.clientId);
        clients.set(change.clientId, changedClient(clients.get(change.clientId), change));
        changed.add(change.clientId);
      }
      const membership = before.size !== clients.size || [...clients.keys()].some((id) => !before.has(id));
      tell(changed, membership);
      changeListeners.tell();
    },
    setThumbnailState(clientId, state) {
      if (thumbnails.get(clientId) === state || withoutScreen.has(clientId)) return;
      thumbnails.set(clientId, state);
      tell([clientId], false);
    },
    clear() {
      const all = [...clients.keys()];
      clients.clear();
      thumbnails.clear();
      withoutScreen.clear();
      tell(all, all.length > 0);
      changeListeners.tell();
    },
  };
}

export function useDeviceIds({ devices }: { devices: DeviceStore }): readonly string[] {
  return useObservable({ subscribe: devices.subscribeIds }, devices.ids);
}

/** `follow`: subscribes the component, for callers that throttle changes; must be stable. */
export function useDevice(
  { devices }: { devices: DeviceStore },
  clientId: string,
  follow: DeviceStore['subscribe'] = devices.subscribe,
): LiveClient | undefined {
  const subscribe = useCallback((call: () => void) => follow(clientId, call), [follow, clientId]);
  return useObservable({ subscribe }, () => devices.get(clientId));
}

export function useThumbnailState({ devices }: { devices: DeviceStore }, clientId: string): ThumbnailState {
  const subscribe = useClientSubscription(devices, clientId);
  return useObservable({ subscribe }, () => devices.thumbnailState(clientId));
}

const useClientSubscription = (devices: DeviceStore, clientId: string) =>
  useCallback((call: () => void) => devices.subscribe(clientId, call), [devices, clientId]);
