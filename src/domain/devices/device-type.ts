/** Software that runs on a student's device. */
export const DEVICE_TYPES = ['windowsAgent', 'linuxAgent', 'extension', 'unknown'] as const;
export type DeviceType = (typeof DEVICE_TYPES)[number];

export const DEVICE_TYPE_NAMES: Readonly<Record<DeviceType, string>> = {
  windowsAgent: 'Windows',
  linuxAgent: 'Linux',
  extension: 'Chrome OS',
  unknown: 'Unknown',
};

/** Types of agents that control a whole computer: its programs, its power and its files. */
export const COMPUTER_TYPES = ['windowsAgent', 'linuxAgent'] as const satisfies readonly DeviceType[];

export const isComputer = (type: DeviceType | undefined): boolean =>
  COMPUTER_TYPES.some((each) => each === type);

/** `user`: a person known to the directory; `session`: the person at the machine. */
export const AUTH_TYPES = ['user', 'session'] as const;
export type AuthType = (typeof AUTH_TYPES)[number];
