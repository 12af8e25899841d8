/** The buttons of the site-wide lists, for users and for devices. */
import type { DeviceAction } from '#domain/devices/device-actions.ts';
import type { ActionEntry } from '../action-bar/action-entry.ts';
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
export const DEVICE_LIST_ENTRIES: readonly ActionEntry[] = [...shared, deleteDevicesEntry];
