/** Which actions make sense for the devices that are selected (part 1 §4). */
export const DEVICE_ACTIONS = ['lock', 'unlock', 'mute', 'unmute'] as const;
export type DeviceAction = (typeof DEVICE_ACTIONS)[number];

export type DeviceCondition = { isLocked: boolean; isMuted: boolean };

const CHANGES: Record<DeviceAction, (device: DeviceCondition) => boolean> = {
  lock: ({ isLocked }) => !isLocked,
  unlock: ({ isLocked }) => isLocked,
  mute: ({ isMuted }) => !isMuted,
  unmute: ({ isMuted }) => isMuted,
};

/** Does the device become another one by it? */
export const changesDevice = (action: DeviceAction, device: DeviceCondition): boolean =>
  CHANGES[action](device);

/** Those that change at least one of the devices. */
export function availableActions(devices: Iterable<DeviceCondition>): ReadonlySet<DeviceAction> {
  const available = new Set<DeviceAction>();
  for (const device of devices) {
    for (const action of DEVICE_ACTIONS) if (changesDevice(action, device)) available.add(action);
    if (available.size === DEVICE_ACTIONS.length) break;
  }
  return available;
}

/** What takes an action back. */
export const OPPOSITE_ACTION: Record<DeviceAction, DeviceAction> = {
  lock: 'unlock',
  unlock: 'lock',
  mute: 'unmute',
  unmute: 'mute',
};
