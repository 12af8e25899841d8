/**
 * What a tutor can do with the devices that are selected, and when. Pure: the action bar,
 * the dialogs and the single device all ask here.
 */
import type { DeviceType } from './device-type.ts';

export const DEVICE_ACTIONS = [
  'notification',
  'launch',
  'lock',
  'unlock',
  'mute',
  'unmute',
  'blockInputs',
  'allowInputs',
  'fullScreen',
  'endFullScreen',
  'requestName',
  'poll',
  'snapshot',
  'shareScreen',
  'stopSharing',
  'sendFiles',
  'collectFiles',
  'powerAction',
  'login',
  'remoteControl',
  'wake',
  'policies',
  'delete',
] as const;
export type DeviceAction = (typeof DEVICE_ACTIONS)[number];

export type DeviceCondition = {
  system: 'windows' | 'browser' | 'unknown';
  /** It is connected, whether or not it has sent its details yet. */
  isOnline: boolean;
  isLocked: boolean;
  isMuted: boolean;
  /** It is known to be connected, and nothing of its state: in a list of the whole site nobody asks for that. */
  isStateUnknown?: true;
  /** By a policy, which no action lifts. */
  isLockedByPolicy?: boolean;
  isMutedByPolicy?: boolean;
  areInputsBlocked: boolean;
  fullScreen: 'requested' | 'cancelled' | 'FULL' | undefined;
  /** Takes part in a share of its own or somebody else's screen. */
  isSharing: boolean;
  /** A page in a browser where the student picks files to hand in. */
  offersFiles?: boolean;
};

const SYSTEMS: Record<DeviceType, DeviceCondition['system']> = {
  windowsAgent: 'windows',
  extension: 'browser',
  unknown: 'unknown',
};

/** Undefined: it has not said yet what it is. */
export const systemOf = (type: DeviceType | undefined): DeviceCondition['system'] =>
  SYSTEMS[type ?? 'unknown'];

/** Of a device that the directory knows and that is not connected: nothing but its kind. */
export const awayCondition = (type: DeviceType | undefined): DeviceCondition => ({
  system: systemOf(type),
  isOnline: false,
  isLocked: false,
  isMuted: false,
  areInputsBlocked: false,
  fullScreen: undefined,
  isSharing: false,
});

/**
 * `empty`: nothing is selected. `unsupported`: none of the devices can do it. `several`: it is done with one device, and
 * more are selected. `offline`: none of those that could is connected; for `wake`, none is switched off. `done`: they
 * are all as it would make them. `policy`: one of them is not, by a policy, which the action does not lift.
 */
export type Obstacle = 'empty' | 'unsupported' | 'several' | 'offline' | 'done' | 'policy';

/** `partly`: some of the selected devices do not support it, and it is done with the others. */
export type Availability = { can: true; partly: boolean } | { can: false; why: Obstacle };

const isWindows = ({ system }: DeviceCondition) => system === 'windows';
const isBrowser = ({ system }: DeviceCondition) => system === 'browser';

/** Actions that only one kind of device knows. */
const SUPPORTED: Partial<Record<DeviceAction, (device: DeviceCondition) => boolean>> = {
  powerAction: isWindows,
  login: isWindows,
  remoteControl: isWindows,
  wake: isWindows,
  collectFiles: (device) => isWindows(device) || device.offersFiles === true,
  fullScreen: isBrowser,
  endFullScreen: isBrowser,
};

/** Actions that are done with one device at a time. */
const SINGLY: ReadonlySet<DeviceAction> = new Set(['remoteControl']);

/** Actions that change nothing on some devices. */
const CHANGES: Partial<Record<DeviceAction, (device: DeviceCondition) => boolean>> = {
  lock: ({ isLocked }) => !isLocked,
  unlock: ({ isLocked }) => isLocked,
  mute: ({ isMuted }) => !isMuted,
  unmute: ({ isMuted }) => isMuted,
  allowInputs: ({ areInputsBlocked }) => areInputsBlocked,
  blockInputs: ({ areInputsBlocked }) => !areInputsBlocked,
  fullScreen: ({ fullScreen }) => fullScreen !== 'FULL',
  endFullScreen: ({ fullScreen }) => fullScreen === 'FULL' || fullScreen === 'requested',
  stopSharing: ({ isSharing }) => isSharing,
};

/** What a policy holds, and the action would lift where it were a tutor's. */
const HELD_BY_POLICY: Partial<Record<DeviceAction, (device: DeviceCondition) => boolean | undefined>> = {
  unlock: ({ isLockedByPolicy }) => isLockedByPolicy,
  unmute: ({ isMutedByPolicy }) => isMutedByPolicy,
};

/** Whether this kind of device knows the action at all. */
export const supportsAction = (action: DeviceAction, device: DeviceCondition): boolean =>
  SUPPORTED[action]?.(device) ?? true;

/** Policies, and the directory itself, are kept by the platform. */
const BY_PLATFORM: ReadonlySet<DeviceAction> = new Set(['policies', 'delete']);

/** A wake is for devices that are off; everything else that is not done by the platform needs a connected device. */
const canHear = (action: DeviceAction, { isOnline }: DeviceCondition): boolean =>
  BY_PLATFORM.has(action) || (action === 'wake' ? !isOnline : isOnline);

/** Does the device become another one by it? Where its state is not known, it may. */
export const changesDevice = (action: DeviceAction, device: DeviceCondition): boolean =>
  device.isStateUnknown === true || (CHANGES[action]?.(device) ?? true);

/** To whom the action goes: those of the selected devices that know it and can hear it. */
export const isMeant = (action: DeviceAction, device: DeviceCondition): boolean =>
  supportsAction(action, device) && canHear(action, device);

export function availability(action: DeviceAction, devices: readonly DeviceCondition[]): Availability {
  if (devices.length === 0) return { can: false, why: 'empty' };
  const supporting = devices.filter((device) => supportsAction(action, device));
  if (supporting.length === 0) return { can: false, why: 'unsupported' };
  if (SINGLY.has(action) && devices.length > 1) return { can: false, why: 'several' };
  const meant = supporting.filter((device) => canHear(action, device));
  if (meant.length === 0) return { can: false, why: 'offline' };
  if (!meant.some((device) => changesDevice(action, device)))
    return { can: false, why: meant.some((device) => HELD_BY_POLICY[action]?.(device)) ? 'policy' : 'done' };
  return { can: true, partly: supporting.length < devices.length };
}

/** What takes an action back. */
export const OPPOSITE_ACTION: Partial<Record<DeviceAction, DeviceAction>> = {
  lock: 'unlock',
  unlock: 'lock',
  mute: 'unmute',
  unmute: 'mute',
  blockInputs: 'allowInputs',
  allowInputs: 'blockInputs',
  fullScreen: 'endFullScreen',
};
