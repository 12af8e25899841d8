/** Paths of the screen of a single device. */
import type { AuthType } from './device-type.ts';

/** Query values of the single-device screen. */
export type DeviceSearch = {
  tab?: 'Alerts';
  displayId?: string;
  /** This tab's peer address in a share of that device's screen. */
  shareScreenPeer?: string;
};

export type DevicePlace = {
  authType: AuthType;
  userId: string;
  clientId: string;
  /** The device's id in the directory, if it has one. */
  deviceManagementId?: string | undefined;
  /** The group in which the device is opened. Undefined: it is opened among the devices of the site. */
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

/** Path in this console, with its query string. */
export function devicePath(place: DevicePlace): string {
  // The router parses values as JSON, so a text that could be JSON is quoted.
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

/** Replaces the device in a path if the person has no known device. */
export const UNKNOWN_DEVICE = 'unknown';

/** Path of a person's device under Users. No route matches an empty segment: see `UNKNOWN_DEVICE`. */
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
