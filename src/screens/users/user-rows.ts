/** People as the list of users shows them: what the directory says, who is connected, and how many alerts are new. */

import { userPath } from '#domain/devices/device-path.ts';
import { searchFor } from '#domain/lists/search-text.ts';
import { trimmedText } from '#domain/visible-text.ts';
import type { SiteUser } from '#protocol/rest/user.ts';
import type { ListedTarget } from '../../features/directory/list-targets.ts';
import type { PresentClient, PresentClients } from '../../features/directory/present-clients.ts';
import { createRowCache } from '../../features/directory/row-cache.ts';
import type { UnseenOfSite } from '../../features/policy-events/unseen-of-site.ts';

export type UserRow = ListedTarget & {
  email: string;
  alertCount: number;
  /** Of the screen of the person's first device, without a search. */
  path: string;
};

type World = { present: PresentClients; unseen: UnseenOfSite };

const NOBODY: readonly PresentClient[] = [];

const clientsOf = ({ id }: SiteUser, { present }: World) => present.byUser.get(id) ?? NOBODY;

/** The device at which the person is, else the one at which they were last. */
function firstDevice(user: SiteUser, clients: readonly PresentClient[]) {
  const [here] = clients;
  if (here !== undefined) return { clientId: here.clientId, deviceId: here.deviceId, type: here.type };
  const [last] = user.devices;
  return last && { clientId: last.clientId, deviceId: last.deviceId ?? undefined, type: last.type };
}

function rowOf(user: SiteUser, world: World): UserRow {
  const clients = clientsOf(user, world);
  const device = firstDevice(user, clients);
  const name = trimmedText(user.name);
  const email = user.email?.trim() ?? '';
  return {
    id: user.id,
    name,
    email,
    clients,
    userId: user.id,
    deviceId: device?.deviceId,
    type: device?.type,
    alertCount: world.unseen.of(user.id),
    path: userPath({ userId: user.id, clientId: device?.clientId, deviceManagementId: device?.deviceId }),
  };
}

export const createUserRows = () =>
  createRowCache<SiteUser, World, UserRow>(
    (user, world) => [clientsOf(user, world), world.unseen.of(user.id)],
    rowOf,
  );

export function searchUsers(rows: readonly UserRow[], query: string): readonly UserRow[] {
  const finds = searchFor(query);
  return rows.filter(({ name, email }) => finds(name, email));
}

/** What a column is sorted by: who is online comes before the others, and who has no alerts last. */
export function userText({ name, clients, alertCount }: UserRow, column: string): string {
  if (column === 'status') return clients.length > 0 ? '0' : '1';
  if (column === 'notifications') return alertCount === 0 ? '' : String(alertCount);
  return name;
}
