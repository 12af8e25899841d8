/** Power actions that a tutor can request. */
export const POWER_ACTIONS = ['shutdown', 'reboot', 'sleep', 'logout'] as const;
export type PowerAction = (typeof POWER_ACTIONS)[number];
