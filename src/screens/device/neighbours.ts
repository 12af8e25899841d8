/** The students before and after one, in the order of the group's cards. */
import { devicePath } from '#domain/devices/device-path.ts';
import { deviceTitle, personName } from '#live/device-facts.ts';
import { compareSortWords, type SortKey, sortWords } from '#live/device-order.ts';
import type { DeviceStore } from '#live/device-store.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';

/** `path` has no search part. `name` comes from the device, and is empty where it has none. */
export type Neighbour = { path: string; name: string };
export type Neighbours = { previous?: Neighbour; next?: Neighbour };

const NO_NEIGHBOURS: Neighbours = {};

const neighbourOf = (client: LiveClient, groupId: string): Neighbour => ({
  path: devicePath({
    authType: client.authType,
    userId: client.userId,
    clientId: client.clientId,
    deviceManagementId: client.info?.deviceId,
    groupId,
  }),
  name: personName(client) ?? deviceTitle(client),
});

/** One pass without sorting, because a group may have a thousand devices. */
function neighboursOf(devices: DeviceStore, device: { groupId: string; clientId: string }, sort: SortKey) {
  const self = devices.get(device.clientId);
  if (self?.info === undefined) return NO_NEIGHBOURS;
  const own = sortWords(self, sort);
  let before: { client: LiveClient; words: readonly string[] } | undefined;
  let after: typeof before;
  for (const clientId of devices.ids()) {
    const client = devices.get(clientId);
    if (client?.info === undefined || clientId === device.clientId) continue;
    const words = sortWords(client, sort);
    if (compareSortWords(words, own) < 0) {
      if (before === undefined || compareSortWords(words, before.words) > 0) before = { client, words };
    } else if (after === undefined || compareSortWords(words, after.words) < 0) after = { client, words };
  }
  return {
    ...(before && { previous: neighbourOf(before.client, device.groupId) }),
    ...(after && { next: neighbourOf(after.client, device.groupId) }),
  };
}

/** For `useObservable`: returns the same object while the neighbours are the same. */
export function createNeighbours(
  devices: DeviceStore,
  device: { groupId: string; clientId: string },
  sort: () => SortKey,
) {
  let shown: Neighbours = NO_NEIGHBOURS;
  let isDue = true;
  return {
    subscribe(call: () => void): () => void {
      isDue = true;
      return devices.subscribeChanges(() => {
        isDue = true;
        call();
      });
    },
    get(): Neighbours {
      if (!isDue) return shown;
      isDue = false;
      const next = neighboursOf(devices, device, sort());
      if (JSON.stringify(next) !== JSON.stringify(shown)) shown = next;
      return shown;
    },
  };
}
