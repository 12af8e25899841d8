import type { DeviceType } from '#domain/devices/device-type.ts';

/** Devices other than Windows computers are drawn as Chromebooks. */
export const lookOf = (type: DeviceType) => (type === 'windowsAgent' ? 'windows' : 'chromeos');
