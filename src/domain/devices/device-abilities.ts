/**
 * The one rule of which actions a device supports: those of its kind, with `abilities` and without
 * `unsupported` of its `info`. Devices reply `unsupported` by it, and consoles offer actions by it.
 */
import type { DeviceType } from './device-type.ts';

/** `computer`: the agent controls the whole computer. `browser`: it controls the browser. */
export type DeviceSystem = 'computer' | 'browser' | 'unknown';

export type DeviceAbilities = {
  system: DeviceSystem;
  /** Abilities beyond those of its kind. */
  abilities?: readonly string[] | undefined;
  /** Names of the protocol's actions that other devices of its kind support. */
  unsupported?: readonly string[] | undefined;
};

const SYSTEMS: Record<DeviceType, DeviceSystem> = {
  windowsAgent: 'computer',
  linuxAgent: 'computer',
  extension: 'browser',
  unknown: 'unknown',
};

/** An undefined type means that the device has not sent its info yet. */
export const systemOf = (type: DeviceType | undefined): DeviceSystem => SYSTEMS[type ?? 'unknown'];

/** Accepts the `info` of a device, or undefined before the device has sent it. */
export const abilitiesOf = (
  info: (Omit<DeviceAbilities, 'system'> & { type: DeviceType }) | undefined,
): DeviceAbilities => ({
  system: systemOf(info?.type),
  ...(info?.abilities?.length && { abilities: info.abilities }),
  ...(info?.unsupported?.length && { unsupported: info.unsupported }),
});

const COMPUTER_ONLY: ReadonlySet<string> = new Set([
  'powerAction',
  'login',
  'remoteControl',
  'stopRemoteControl',
  'collectFiles',
  'retrieveFiles',
]);
const BROWSER_ONLY: ReadonlySet<string> = new Set(['fullScreen']);
/** Actions that depend on the ability of the same name, whatever the kind of device. */
const BY_ABILITY: ReadonlySet<string> = new Set(['focusApp']);
/** Actions that a browser's page supports only if its student can pick files to hand in. */
const HANDING_IN: ReadonlySet<string> = new Set(['collectFiles', 'retrieveFiles']);

/** `action`: a name of the protocol. */
export function canDo(
  { system, abilities = [], unsupported = [] }: DeviceAbilities,
  action: string,
): boolean {
  if (unsupported.includes(action)) return false;
  if (HANDING_IN.has(action) && abilities.includes('collectFiles')) return true;
  if (BY_ABILITY.has(action)) return abilities.includes(action);
  if (COMPUTER_ONLY.has(action)) return system === 'computer';
  return !BROWSER_ONLY.has(action) || system === 'browser';
}
