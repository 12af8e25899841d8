/** Rules of the screen of a single device. Pure. */

import { TIMING } from '../timing.ts';
import { type DeviceType, isComputer } from './device-type.ts';
import { type WakeStatus, wakeStatusText } from './wake-status.ts';

/** The section of the console in which a device's screen is opened. */
export type DeviceSection = 'group' | 'users' | 'clients';

/** 'Online', 'Wake action sent' with the minutes from the first minute on, 'Shut out', or 'Offline'. */
export function onlineText(status: WakeStatus): string {
  switch (status.name) {
    case 'online':
      return 'Online';
    case 'waking':
      return wakeStatusText(status);
    case 'offline':
      return 'Offline';
    case 'shut-out':
      return 'Shut out';
  }
}

export type DevicePresence = {
  /** Live data of the device is present. */
  isHere: boolean;
  /** Live data of the device has been present since this screen was opened. */
  wasHere: boolean;
  /** The directory has the device, so it can be shown and woken without live data. */
  isInDirectory: boolean;
  /** This console is connected to the broker. Otherwise it cannot know whether a device has left. */
  isListening: boolean;
};

/** Milliseconds after which the device counts as disconnected. Undefined: it does not. */
export function disconnectedAfterMs(device: DevicePresence): number | undefined {
  const { isHere, wasHere, isInDirectory, isListening } = device;
  if (isHere || !isListening) return undefined;
  if (wasHere) return 0;
  return isInDirectory ? undefined : TIMING.deviceAwaitedMs;
}

export type BackTarget = { label: string; path: string };

/** The first page of each section. */
const PARENTS: Record<DeviceSection, { title: string; path: string }> = {
  group: { title: 'Groups', path: '/settings/groups' },
  users: { title: 'Users', path: '/users' },
  clients: { title: 'Devices', path: '/clients' },
};

/** Label and target of the back button. */
export function backTarget(place: { section: DeviceSection; groupId: string | undefined }): BackTarget {
  if (place.groupId !== undefined)
    return { label: 'Back to Group View', path: `/group/${encodeURIComponent(place.groupId)}` };
  const { title, path } = PARENTS[place.section];
  return { label: `Back to ${title}`, path };
}

/** Title of the open items: a computer has applications, a browser has tabs. */
export const openItemsTitle = (type: DeviceType): 'Applications' | 'Tabs' =>
  isComputer(type) ? 'Applications' : 'Tabs';
