/** Where the screen of a single device is. */
import type { AuthType } from './device-type.ts';

/** Query values of the single-device screen. */
export type DeviceSearch = {
  tab?: 'Alerts';
  displayId?: string;
  /** This tab's address as a peer in a share of that device's screen. */
  shareScreenPeer?: string;
};

export type DevicePlace = {
  authType: AuthType;
  userId: string;
  clientId: string;
  /** The directory's id of the device, where it has one. */
  deviceManagementId?: string | undefined;
  /** The group that it is looked at in; without one it is among the devices of the site. */
  groupId?: string | undefined;
  search?: DeviceSearch;
};

const SHORT: Record<AuthType, string> = { user: 'u', session: 's' };

const joined = (...parts: readonly string[]) => parts.map((part) => `/${encodeURIComponent(part)}`).join('');

function pathOf({ authType, userId, clientId, deviceManagementId, groupId }: DevicePlace): string {
  const managed = deviceManagementId === undefined ? [] : [deviceManagementId];
  if (groupId === undefined)
    return joined('clients', SHORT[authType], userId, 'device', clientId, ...managed);
  return managed.length === 0
    ? joined('group', groupId, authType, userId, 'client', clientId)
    : joined('group', groupId, authType, userId, 'device', clientId, ...managed);
}

/** A path of this console, with its search. */
export function devicePath(place: DevicePlace): string {
  // Values are written as the router reads them: a text that could be JSON stands in quotes.
  const search = Object.entries(place.search ?? {}).map(
    ([key, value]) => `${key}=${encodeURIComponent(searchText(value))}`,
  );
  return [pathOf(place), search.join('&')].filter(Boolean).join('?');
}

function searchText(value: string): string {
  try {
    JSON.parse(value);
    return JSON.stringify(value);
  } catch {
    return value;
  }
}

/** In the place of a device that a person is not known to have. */
export const UNKNOWN_DEVICE = 'unknown';

/** The screen of a person's device among the users. A part of an address is never empty: no route has such a path. */
export const userPath = (place: {
  userId: string;
  clientId: string | undefined;
  deviceManagementId: string | undefined;
}): string =>
  joined(
    'users',
    place.userId,
    'device',
    place.clientId ?? UNKNOWN_DEVICE,
    place.deviceManagementId ?? UNKNOWN_DEVICE,
  );
