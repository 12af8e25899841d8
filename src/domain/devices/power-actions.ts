/** What the power of a machine can be asked for. */
export const POWER_ACTIONS = ['shutdown', 'reboot', 'sleep', 'logout'] as const;
export type PowerAction = (typeof POWER_ACTIONS)[number];
