/** Software that runs on a student's device. */
export const DEVICE_TYPES = ['windowsAgent', 'extension', 'unknown'] as const;
export type DeviceType = (typeof DEVICE_TYPES)[number];

export const DEVICE_TYPE_NAMES: Readonly<Record<DeviceType, string>> = {
  windowsAgent: 'Windows',
  extension: 'Chrome OS',
  unknown: 'Unknown',
};

/** `user`: a person known to the directory; `session`: the person at the machine. */
export const AUTH_TYPES = ['user', 'session'] as const;
export type AuthType = (typeof AUTH_TYPES)[number];
