/** Rows of the device list: directory record, connected clients, and number of new alerts. */

import { devicePath, UNKNOWN_DEVICE } from '#domain/devices/device-path.ts';
import { type DeviceType, isComputer } from '#domain/devices/device-type.ts';
import { isShutOut, type WakeStatus, wakeStatus, wokenAtOf } from '#domain/devices/wake-status.ts';
import { searchFor } from '#domain/lists/search-text.ts';
import { trimmedText } from '#domain/visible-text.ts';
import type { ListedTarget } from '#features/directory/list-targets.ts';
import type { PresentClient, PresentClients } from '#features/directory/present-clients.ts';
import { createRowCache } from '#features/directory/row-cache.ts';
import type { UnseenOfSite } from '#features/policy-events/unseen-of-site.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { SiteDevice } from '#protocol/rest/device.ts';

export type ShownGroup = { id: string; title: string };

export type DeviceRow = ListedTarget & {
  type: DeviceType;
  version: string;
  /** Name in the operating system. The row's `name` is the alias, if there is one. */
  hostname: string;
  userName: string;
  alertCount: number;
  groups: readonly ShownGroup[];
  /** When the last wake was sent to it. */
  wokenAt: EpochMs | undefined;
  status: WakeStatus['name'];
  /** Path of the device's screen, without a search part. */
  path: string;
};

type RowContext = {
  present: PresentClients;
  unseen: UnseenOfSite;
  /** Keyed by group id. */
  groupTitles: ReadonlyMap<string, string>;
  now: EpochMs;
};

const NO_CLIENTS: readonly PresentClient[] = [];

const clientsOf = ({ id }: SiteDevice, { present }: RowContext) => present.byDevice.get(id) ?? NO_CLIENTS;

/** The client connected at the device, or else the last one. */
const clientOf = (device: SiteDevice, clients: readonly PresentClient[]) => clients[0] ?? device.client;

function alertsOf(device: SiteDevice, context: RowContext): number {
  const client = clientOf(device, clientsOf(device, context));
  return client ? context.unseen.of(client.userId, client.clientId) : 0;
}

const statusOf = (device: SiteDevice, context: RowContext): WakeStatus['name'] =>
  wakeStatus({
    isOnline: clientsOf(device, context).length > 0,
    isComputer: isComputer(device.type),
    isShutOut: isShutOut(device),
    wokenAt: wokenAtOf(device),
    now: context.now,
  }).name;

/** The directory only has the name of the last user. Another one's comes with the next read of the row. */
function userNameOf({ client }: SiteDevice, clients: readonly PresentClient[]): string {
  const isSame = clients.length === 0 || clients.some(({ clientId }) => clientId === client?.clientId);
  return isSame ? trimmedText(client?.userName ?? '') : '';
}

function rowOf(device: SiteDevice, context: RowContext): DeviceRow {
  const clients = clientsOf(device, context);
  const client = clientOf(device, clients);
  const hostname = trimmedText(device.hostname);
  const name = trimmedText(device.alias ?? '') || hostname;
  const userName = userNameOf(device, clients);
  return {
    id: device.id,
    name,
    hostname,
    userName,
    type: device.type,
    version: device.version,
    clients,
    userId: client?.authType === 'user' ? client.userId : undefined,
    deviceId: device.id,
    isShutOut: isShutOut(device),
    alertCount: alertsOf(device, context),
    wokenAt: wokenAtOf(device),
    status: statusOf(device, context),
    groups: device.groups
      .flatMap((id) => {
        const title = context.groupTitles.get(id);
        return title === undefined ? [] : [{ id, title }];
      })
      .sort((a, b) => (a.title < b.title ? -1 : 1)),
    path: devicePath({
      authType: client?.authType ?? 'session',
      userId: client?.userId ?? UNKNOWN_DEVICE,
      clientId: client?.clientId ?? UNKNOWN_DEVICE,
      deviceManagementId: device.id,
    }),
  };
}

export const createDeviceRows = () =>
  createRowCache<SiteDevice, RowContext, DeviceRow>(
    (device, context) => [
      clientsOf(device, context),
      alertsOf(device, context),
      statusOf(device, context),
      context.groupTitles,
    ],
    rowOf,
  );

export function searchDevices(rows: readonly DeviceRow[], query: string): readonly DeviceRow[] {
  const finds = searchFor(query);
  return rows.filter(({ name, hostname, userName }) => finds(name, hostname, userName));
}

/** The operating system first, so that machines of one kind are adjacent. */
const SYSTEMS: Record<DeviceType, string> = {
  windowsAgent: '0',
  linuxAgent: '1',
  extension: '2',
  unknown: '3',
};

/** Online devices come before waking ones, and devices that are shut out come last. */
const STATUSES: Record<WakeStatus['name'], string> = {
  online: '0',
  waking: '1',
  offline: '2',
  'shut-out': '3',
};

/** Sort text of a column. Devices without alerts come last. */
export function deviceText(row: DeviceRow, column: string): string {
  switch (column) {
    case 'os':
      return SYSTEMS[row.type];
    case 'user':
      return row.userName;
    case 'status':
      return STATUSES[row.status];
    case 'notifications':
      return row.alertCount === 0 ? '' : String(row.alertCount);
    case 'groups':
      return row.groups.map(({ title }) => title).join(' ');
    default:
      return row.name;
  }
}
