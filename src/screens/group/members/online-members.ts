/** The connected members of a group, for `useObservable`. The value changes only when a device does. */

import type { DeviceStore } from '#live/device-store.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import type { OnlineMembers } from './member-row.ts';

type Devices = Pick<DeviceStore, 'ids' | 'get' | 'subscribeChanges'>;

function add(map: Map<string, LiveClient[]>, key: string | undefined, client: LiveClient): void {
  if (key === undefined) return;
  const list = map.get(key);
  if (list) list.push(client);
  else map.set(key, [client]);
}

function read(clients: readonly LiveClient[]): OnlineMembers {
  const byDevice = new Map<string, LiveClient[]>();
  const byUser = new Map<string, LiveClient[]>();
  for (const client of clients) {
    add(byDevice, client.info?.deviceId, client);
    // The directory does not know session ids.
    if (client.authType === 'user') add(byUser, client.userId, client);
  }
  return { byDevice, byUser };
}

const isSame = (a: LiveClient, b: LiveClient | undefined) =>
  a.info === b?.info && a.statuses === b?.statuses && a.clientId === b?.clientId;

export function createOnlineMembers(devices: Devices) {
  let clients: LiveClient[] = [];
  let online = read(clients);

  function get(): OnlineMembers {
    const next = devices.ids().flatMap((id) => {
      const client = devices.get(id);
      return client === undefined || client.isOffline || client.info === undefined ? [] : [client];
    });
    const isUnchanged = next.length === clients.length && next.every((each, i) => isSame(each, clients[i]));
    if (isUnchanged) return online;
    clients = next;
    online = read(clients);
    return online;
  }

  return { get, subscribe: devices.subscribeChanges };
}
