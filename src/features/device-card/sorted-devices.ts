import { compareSortWords, type SortKey, sortWords } from '#live/device-order.ts';
import type { DeviceStore } from '#live/device-store.ts';
import { createListeners } from '#protocol/observable.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';

/** The part of the store that the order depends on. */
type Devices = Pick<DeviceStore, 'ids' | 'subscribeIds' | 'get' | 'subscribe'>;

/**
 * The ids of a watch, sorted by a key, for `useObservable`. Sorting again happens only when a device
 * connects, leaves or changes its name, once for all changes of a moment. A new picture or tab costs one
 * comparison.
 */
export function createSortedDevices(devices: Devices, key: SortKey) {
  const words = new Map<string, [string, string, string]>();
  /** The `info` that a device's words were made of; they depend on nothing else. */
  const infos = new Map<string, LiveClient['info']>();
  const unsubscribes = new Map<string, () => void>();
  const listeners = createListeners();
  let due = false;

  const wordsOf = (clientId: string) => {
    const client: LiveClient | undefined = devices.get(clientId);
    return client === undefined ? undefined : sortWords(client, key);
  };
  const sorted = (): string[] =>
    [...words.entries()].sort(([, a], [, b]) => compareSortWords(a, b)).map(([id]) => id);

  // Filled at once, so that a screen that changes its order is never without devices.
  for (const id of devices.ids()) {
    const known = wordsOf(id);
    if (known) words.set(id, known);
  }
  let order: readonly string[] = sorted();

  function sort(): void {
    due = false;
    const next = sorted();
    if (next.length === order.length && next.every((id, i) => id === order[i])) return;
    order = next;
    listeners.tell();
  }

  function sortSoon(): void {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      if (due) sort();
    });
  }

  function deviceChanged(clientId: string): void {
    const { info } = devices.get(clientId) ?? {};
    if (info === infos.get(clientId)) return;
    infos.set(clientId, info);
    const next = wordsOf(clientId);
    const before = words.get(clientId);
    if (next === undefined || before === undefined || compareSortWords(next, before) === 0) return;
    words.set(clientId, next);
    sortSoon();
  }

  function idsChanged(): void {
    const ids = new Set(devices.ids());
    for (const id of [...words.keys()]) {
      if (ids.has(id)) continue;
      unsubscribes.get(id)?.();
      unsubscribes.delete(id);
      words.delete(id);
      infos.delete(id);
    }
    for (const id of ids) {
      const known = wordsOf(id);
      if (unsubscribes.has(id) || known === undefined) continue;
      words.set(id, known);
      unsubscribes.set(
        id,
        devices.subscribe(id, () => deviceChanged(id)),
      );
    }
    sort();
  }

  /** Subscribes to the store while there are listeners. */
  function subscribe(call: () => void): () => void {
    const unsubscribe = listeners.subscribe(call);
    if (listeners.count() === 1) stop = start();
    return () => {
      unsubscribe();
      if (listeners.count() === 0) stop();
    };
  }

  let stop = () => {};
  function start(): () => void {
    const stopIds = devices.subscribeIds(idsChanged);
    idsChanged();
    return () => {
      stopIds();
      for (const stopOne of unsubscribes.values()) stopOne();
      unsubscribes.clear();
      words.clear();
      infos.clear();
      due = false;
    };
  }

  return { subscribe, ids: () => order };
}
