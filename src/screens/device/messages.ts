/** The words of the single-device screen. */
import { m as deviceWords } from '../../features/device-card/messages.ts';

export const m = {
  ...deviceWords,
  groups: 'Groups',
  users: 'Users',
  devices: 'Devices',
  loadingGroup: 'Looking for the group…',
  tabs: 'Device',
  alerts: 'Alerts',
  disconnected: 'Device is disconnected',
  isOffline: 'This device is not connected',
  notConnectedText: 'Its screen appears here when the connection is back.',
  isOfflineText: 'What is open on it appears here when it is switched on.',
  offlineScreenText: 'Its screen appears here when it is switched on.',
  loadingDevice: 'Looking for the device…',
  noTabs: 'No tabs are open',
  noApplications: 'No applications are open',
  noItemsText: 'What is opened on the device appears here.',
  fullScreenMode: 'Full Screen Mode',
  students: 'Students of this group',
  previousStudent: (p: { name: string }) => `Previous student: ${p.name}`,
  nextStudent: (p: { name: string }) => `Next student: ${p.name}`,
  withKey: (p: { words: string; key: string }) => `${p.words} (Alt+${p.key})`,
} as const;
