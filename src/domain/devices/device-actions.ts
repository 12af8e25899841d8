/**
 * Actions that a tutor can apply to the selected devices, and when each is available. Pure: the action bar,
 * the dialogs and the single device all use these rules.
 */
import { canDo, type DeviceAbilities, systemOf } from './device-abilities.ts';
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
  'shutOut',
  'letIn',
  'delete',
] as const;
export type DeviceAction = (typeof DEVICE_ACTIONS)[number];

export type DeviceCondition = DeviceAbilities & {
  /** The device is connected, whether or not it has sent its details yet. */
  isOnline: boolean;
  isLocked: boolean;
  isMuted: boolean;
  /** The device is connected but its state is unknown: a list of the whole site requests no states. */
  isStateUnknown?: true;
  /** A policy locks the device. No action lifts that. */
  isLockedByPolicy?: boolean;
  isMutedByPolicy?: boolean;
  areInputsBlocked: boolean;
  fullScreen: 'requested' | 'cancelled' | 'FULL' | undefined;
  /** The device takes part in a share of its own or another screen. */
  isSharing: boolean;
  /** The directory has shut the device out, so it cannot connect. */
  isShutOut?: boolean;
};

/** Condition of a device that is in the directory but not connected. Only its kind is known. */
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
 * Reasons why an action is unavailable.
 * `empty`: no device is selected. `unsupported`: none of the devices supports the action. `several`: the
 * action works on one device, and more are selected. `offline`: no device that supports it is connected; for
 * `wake`, none is switched off. `done`: every device is already in the state that the action sets. `policy`:
 * the same, but a policy holds one of them in its present state, which the action does not lift.
 */
export type Obstacle = 'empty' | 'unsupported' | 'several' | 'offline' | 'done' | 'policy';

/** `partly`: some of the selected devices do not support the action, and it applies to the others. */
export type Availability = { can: true; partly: boolean } | { can: false; why: Obstacle };

/** Whether the agent controls a whole computer. */
export const isOfComputer = ({ system }: DeviceCondition): boolean => system === 'computer';

/** The actions of the protocol that the device has to support, where their names differ. */
const MESSAGES: Partial<Record<DeviceAction, readonly string[]>> = {
  blockInputs: ['userInputs'],
  allowInputs: ['userInputs'],
  endFullScreen: ['fullScreen'],
  // Everyone sees the share, and one of them may show their screen.
  shareScreen: ['broadcast'],
  stopSharing: ['stopShareScreen'],
  sendFiles: ['transferFiles'],
  collectFiles: ['retrieveFiles', 'collectFiles'],
};

/** Actions that work on one device at a time. */
const ONE_AT_A_TIME: ReadonlySet<DeviceAction> = new Set(['remoteControl']);

/** Actions that change nothing on a device that is already in the state they set. */
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
  shutOut: ({ isShutOut }) => isShutOut !== true,
  letIn: ({ isShutOut }) => isShutOut === true,
};

/** State that a policy enforces. The action would lift it if a tutor had set it. */
const ENFORCED_BY_POLICY: Partial<Record<DeviceAction, (device: DeviceCondition) => boolean | undefined>> = {
  unlock: ({ isLockedByPolicy }) => isLockedByPolicy,
  unmute: ({ isMutedByPolicy }) => isMutedByPolicy,
};

/** The platform itself carries these out, because it stores the policies and the directory. */
const BY_PLATFORM: ReadonlySet<DeviceAction> = new Set(['policies', 'shutOut', 'letIn', 'delete']);

/** Whether this device supports the action at all. A site runner wakes computers that are off. */
export function supportsAction(action: DeviceAction, device: DeviceCondition): boolean {
  if (action === 'wake') return isOfComputer(device);
  return BY_PLATFORM.has(action) || (MESSAGES[action] ?? [action]).every((name) => canDo(device, name));
}

/** A wake needs a device that is off. Other actions need one that is on, or are done by the platform. */
const canReceive = (action: DeviceAction, { isOnline }: DeviceCondition): boolean =>
  BY_PLATFORM.has(action) || (action === 'wake' ? !isOnline : isOnline);

/**
 * Whether the action would change the device's state. True if that state is unknown; the state in the
 * directory is always known.
 */
export const changesDevice = (action: DeviceAction, device: DeviceCondition): boolean =>
  (device.isStateUnknown === true && !BY_PLATFORM.has(action)) || (CHANGES[action]?.(device) ?? true);

/** Whether the action is sent to this selected device: the device supports it and can receive it. */
export const isMeant = (action: DeviceAction, device: DeviceCondition): boolean =>
  supportsAction(action, device) && canReceive(action, device);

export function availability(action: DeviceAction, devices: readonly DeviceCondition[]): Availability {
  if (devices.length === 0) return { can: false, why: 'empty' };
  const supporting = devices.filter((device) => supportsAction(action, device));
  if (supporting.length === 0) return { can: false, why: 'unsupported' };
  if (ONE_AT_A_TIME.has(action) && devices.length > 1) return { can: false, why: 'several' };
  const reachable = supporting.filter((device) => canReceive(action, device));
  if (reachable.length === 0) return { can: false, why: 'offline' };
  if (!reachable.some((device) => changesDevice(action, device)))
    return {
      can: false,
      why: reachable.some((device) => ENFORCED_BY_POLICY[action]?.(device)) ? 'policy' : 'done',
    };
  return { can: true, partly: supporting.length < devices.length };
}

/** The action that undoes each action. */
export const OPPOSITE_ACTION: Partial<Record<DeviceAction, DeviceAction>> = {
  lock: 'unlock',
  unlock: 'lock',
  mute: 'unmute',
  unmute: 'mute',
  blockInputs: 'allowInputs',
  allowInputs: 'blockInputs',
  fullScreen: 'endFullScreen',
};
