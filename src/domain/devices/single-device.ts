/** What holds on the screen of a single device. Pure. */

import { TIMING } from '../timing.ts';
import type { DeviceType } from './device-type.ts';
import { type WakeStatus, wakeStatusText } from './wake-status.ts';

/** Where a screen of a device hangs in the console. */
export type DeviceSection = 'group' | 'users' | 'clients';

/** 'Online', 'Wake action sent' with the minutes from the first on, or 'Offline'. */
export function onlineText(status: WakeStatus): string {
  switch (status.name) {
    case 'online':
      return 'Online';
    case 'waking':
      return wakeStatusText(status);
    case 'offline':
      return 'Offline';
  }
}

export type DevicePresence = {
  /** There is live data of it. */
  isHere: boolean;
  /** There has been, since this screen was opened. */
  wasHere: boolean;
  /** The directory knows the device, so that there is something to show and to wake without it. */
  isInDirectory: boolean;
  /** Without a connection of our own nobody can be heard, and nobody has left. */
  isListening: boolean;
};

/** After how many milliseconds the device counts as disconnected; undefined: it does not. */
export function disconnectedAfterMs(device: DevicePresence): number | undefined {
  const { isHere, wasHere, isInDirectory, isListening } = device;
  if (isHere || !isListening) return undefined;
  if (wasHere) return 0;
  return isInDirectory ? undefined : TIMING.deviceAwaitedMs;
}

export type BackTarget = { label: string; path: string };

/** The first child of each section. */
const PARENTS: Record<DeviceSection, { title: string; path: string }> = {
  group: { title: 'Groups', path: '/settings/groups' },
  users: { title: 'Users', path: '/users' },
  clients: { title: 'Devices', path: '/clients' },
};

/** Where the back button leads, and what it says. */
export function backTarget(place: { section: DeviceSection; groupId: string | undefined }): BackTarget {
  if (place.groupId !== undefined)
    return { label: 'Back to Group View', path: `/group/${encodeURIComponent(place.groupId)}` };
  const { title, path } = PARENTS[place.section];
  return { label: `Back to ${title}`, path };
}

/** What is open on it: a Windows device has applications, a browser has tabs. */
export const openItemsTitle = (type: DeviceType): 'Applications' | 'Tabs' =>
  type === 'windowsAgent' ? 'Applications' : 'Tabs';
