/** The connected clients of the site, by person and by device. */

import type { ActiveUsers } from '#live/active-users.ts';
import type { ActiveClient } from '#protocol/threads/live-worker.ts';

/** A connected client with its user id. The user id of a session is not in the directory. */
export type PresentClient = ActiveClient & { userId: string };

export type PresentClients = {
  byUser: ReadonlyMap<string, readonly PresentClient[]>;
  /** Keyed by the directory id of the device. */
  byDevice: ReadonlyMap<string, readonly PresentClient[]>;
};

const isSame = (a: readonly PresentClient[], b: readonly PresentClient[] | undefined) =>
  b !== undefined && a.length === b.length && a.every((client, at) => client === b[at]);

function reuseArrays(
  now: Map<string, PresentClient[]>,
  before: PresentClients['byUser'],
): ReadonlyMap<string, readonly PresentClient[]> {
  return new Map(
    [...now].map(([id, clients]) => {
      const same = before.get(id);
      return [id, same !== undefined && isSame(clients, same) ? same : clients];
    }),
  );
}

function add(map: Map<string, PresentClient[]>, id: string, client: PresentClient): void {
  const list = map.get(id);
  if (list) list.push(client);
  else map.set(id, [client]);
}

/** The clients of a person or a device are the same array until one of them connects, leaves or changes. */
export function createPresentClients() {
  const known = new Map<string, { from: readonly ActiveClient[]; clients: readonly PresentClient[] }>();
  let last: PresentClients = { byUser: new Map(), byDevice: new Map() };

  function clientsOf(userId: string, from: readonly ActiveClient[]): readonly PresentClient[] {
    const before = known.get(userId);
    if (before?.from === from) return before.clients;
    const clients = from.map((client) => ({ ...client, userId }));
    known.set(userId, { from, clients });
    return clients;
  }

  return (active: ActiveUsers): PresentClients => {
    const byUser = new Map<string, PresentClient[]>();
    const byDevice = new Map<string, PresentClient[]>();
    for (const userId of known.keys()) if (!active.has(userId)) known.delete(userId);
    for (const [userId, from] of active) {
      for (const client of clientsOf(userId, from)) {
        if (client.authType === 'user') add(byUser, userId, client);
        if (client.deviceId !== undefined) add(byDevice, client.deviceId, client);
      }
    }
    last = { byUser: reuseArrays(byUser, last.byUser), byDevice: reuseArrays(byDevice, last.byDevice) };
    return last;
  };
}
