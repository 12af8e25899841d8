import type { DeviceType } from '#domain/devices/device-type.ts';

/** A device that is no Windows computer is drawn as a Chromebook. */
export const lookOf = (type: DeviceType) => (type === 'windowsAgent' ? 'windows' : 'chromeos');
