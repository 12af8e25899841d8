/** The words of the action bar, and those shared by all action dialogs. */
import type { DeviceAction } from '#domain/devices/device-actions.ts';
import type { ActionPlace } from './action-target.ts';

export const m = {
  actions: 'Actions for selected devices',
  actionsOfDevice: 'Actions for this device',
  more: 'More',
  moreActions: 'More actions',
  cancel: 'Cancel',
  close: 'Close',
  toOne: 'To',
  toClass: 'For the whole class, including latecomers',
  toMany: (p: { count: number }) => `To ${p.count} devices`,
  submitHint: 'Ctrl+Enter sends',
  nothingSelected: 'Select devices first',
  someUnsupported: 'Some selected clients do not support this action',
  someUsersUnsupported: 'Some selected users do not support this action',
  deviceUnsupported: 'This device does not support this action',
  severalSelected: 'Select one device only',
  noneOnline: 'No selected device is online',
  deviceOffline: 'This device is not online',
  noneOff: 'All selected devices are switched on',
  oneLeft: 'is not connected any more.',
  severalLeft: (p: { count: number }) => `${p.count} of the devices are not connected any more.`,
  allLeft: 'Nobody of those who were selected is connected any more',
  lockedByPolicy: 'Locked by a policy: disable it to unlock',
  mutedByPolicy: 'Muted by a policy: disable it to unmute',
  deviceOn: 'This device is switched on',
} as const;

/** The titles of the buttons, which the activity area uses too. */
export const actionTitles = {
  notification: 'Notification',
  launch: 'Launch',
  lock: 'Lock',
  unlock: 'Unlock',
  mute: 'Mute',
  unmute: 'Unmute',
  blockInputs: 'Block Inputs',
  allowInputs: 'Allow Inputs',
  fullScreen: 'Full Screen',
  endFullScreen: 'End Full Screen',
  requestName: 'Request Name',
  powerAction: 'Power Actions',
  login: 'Remote Login',
} as const satisfies Partial<Record<DeviceAction, string>>;

/** Why an action would change nothing: for several devices, and for a single device on its own screen. */
export const nothingToDo: Partial<Record<DeviceAction, { many: string; one: string }>> = {
  lock: { many: 'All selected devices are locked', one: 'This device is locked' },
  unlock: { many: 'No selected device is locked', one: 'This device is not locked' },
  mute: { many: 'All selected devices are muted', one: 'This device is muted' },
  unmute: { many: 'No selected device is muted', one: 'This device is not muted' },
  blockInputs: {
    many: 'Inputs of all selected devices are blocked',
    one: 'Inputs of this device are blocked',
  },
  allowInputs: {
    many: 'Inputs of no selected device are blocked',
    one: 'Inputs of this device are not blocked',
  },
  fullScreen: { many: 'All selected devices are in full screen', one: 'This device is in full screen' },
  endFullScreen: { many: 'No selected device is in full screen', one: 'This device is not in full screen' },
  stopSharing: {
    many: 'No selected device takes part in a share',
    one: 'This device takes part in no share',
  },
  shutOut: { many: 'All selected devices are shut out', one: 'This device is shut out' },
  letIn: { many: 'No selected device is shut out', one: 'This device is not shut out' },
};

/** The text for targets that do not all support an action. */
export function unsupportedText(place: ActionPlace): string {
  if (place.kind === 'device') return m.deviceUnsupported;
  return place.kind === 'list' && place.of === 'users' ? m.someUsersUnsupported : m.someUnsupported;
}

/** Words of a field for a page address. */
export const pageAddressWords = {
  label: 'Address',
  hint: 'http:// is added if missing',
  missing: 'Please enter an address',
  wrong: 'This is not the address of a web page',
} as const;
