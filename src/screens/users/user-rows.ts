/** Rows of the user list: directory record, connected clients, and number of new alerts. */

import { userPath } from '#domain/devices/device-path.ts';
import { searchFor } from '#domain/lists/search-text.ts';
import { trimmedText } from '#domain/visible-text.ts';
import type { ListedTarget } from '#features/directory/list-targets.ts';
import type { PresentClient, PresentClients } from '#features/directory/present-clients.ts';
import { createRowCache } from '#features/directory/row-cache.ts';
import type { UnseenOfSite } from '#features/policy-events/unseen-of-site.ts';
import type { SiteUser } from '#protocol/rest/user.ts';

export type UserRow = ListedTarget & {
  email: string;
  alertCount: number;
  /** Path of the screen of the user's first device, without a search part. */
  path: string;
};

type RowContext = { present: PresentClients; unseen: UnseenOfSite };

const NO_CLIENTS: readonly PresentClient[] = [];

const clientsOf = ({ id }: SiteUser, { present }: RowContext) => present.byUser.get(id) ?? NO_CLIENTS;

/** The device of the user's current connection, or else the last one. */
function firstDevice(user: SiteUser, clients: readonly PresentClient[]) {
  const [here] = clients;
  if (here !== undefined) return { clientId: here.clientId, deviceId: here.deviceId, type: here.type };
  const [last] = user.devices;
  return last && { clientId: last.clientId, deviceId: last.deviceId ?? undefined, type: last.type };
}

function rowOf(user: SiteUser, context: RowContext): UserRow {
  const clients = clientsOf(user, context);
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
    alertCount: context.unseen.of(user.id),
    path: userPath({ userId: user.id, clientId: device?.clientId, deviceManagementId: device?.deviceId }),
  };
}

export const createUserRows = () =>
  createRowCache<SiteUser, RowContext, UserRow>(
    (user, context) => [clientsOf(user, context), context.unseen.of(user.id)],
    rowOf,
  );

export function searchUsers(rows: readonly UserRow[], query: string): readonly UserRow[] {
  const finds = searchFor(query);
  return rows.filter(({ name, email }) => finds(name, email));
}

/** Sort text of a column. Online users come before others; users without alerts come last. */
export function userText({ name, clients, alertCount }: UserRow, column: string): string {
  if (column === 'status') return clients.length > 0 ? '0' : '1';
  if (column === 'notifications') return alertCount === 0 ? '' : String(alertCount);
  return name;
}
