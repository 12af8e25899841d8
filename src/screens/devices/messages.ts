import type { FailureWords } from '#ui/failure/failure-text.ts';

export const m = {
  devices: 'Devices',
  deviceSingular: 'device',
  devicePlural: 'devices',
  tabs: 'Devices',
  management: 'Device Management',
  software: 'Software',
  hardware: 'Hardware',
  search: 'Search devices',
  noMatch: 'No device matches',
  noDevices: 'There are no devices',
  loading: 'Loading devices…',
  loadingInventory: 'Loading the inventory…',
  loadFailed: 'The devices could not be loaded',
  outdated: 'The list could not be read again.',
  retry: 'Retry',
  caption: 'Devices',
  os: 'OS',
  name: 'Device Name',
  user: 'User Name',
  status: 'Current Status',
  notifications: 'Notifications',
  groups: 'Groups',
  moreGroups: (p: { count: number }) => `and ${p.count} more`,
} as const;

export const failureWords = {
  forbidden: 'Your account may not see the devices of the site.',
} as const satisfies FailureWords;
