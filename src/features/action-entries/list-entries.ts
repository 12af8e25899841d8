/** The buttons of the site-wide lists of users and devices, and of the page of one device. */
import type { DeviceAction } from '#domain/devices/device-actions.ts';
import type { ActionEntry } from '../action-bar/action-entry.ts';
import { ACCESS_ENTRIES } from '../directory/access-entries.ts';
import { deleteDevicesEntry, deleteUsersEntry } from '../directory/delete-entries.ts';
import { ACTION_ENTRIES } from './action-entries.ts';

const OF_LISTS: ReadonlySet<DeviceAction> = new Set<DeviceAction>([
  'notification',
  'mute',
  'unmute',
  'lock',
  'unlock',
  'launch',
  'powerAction',
  'requestName',
  'login',
  'wake',
  'collectFiles',
  'sendFiles',
  'policies',
]);

const shared = ACTION_ENTRIES.filter(({ action }) => OF_LISTS.has(action));

export const USER_LIST_ENTRIES: readonly ActionEntry[] = [...shared, deleteUsersEntry];
export const DEVICE_LIST_ENTRIES: readonly ActionEntry[] = [...shared, ...ACCESS_ENTRIES, deleteDevicesEntry];
/** The buttons of the page of one device. */
export const DEVICE_PAGE_ENTRIES: readonly ActionEntry[] = [...ACTION_ENTRIES, ...ACCESS_ENTRIES];
