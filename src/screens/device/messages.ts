/** The words of the single-device screen. */
import { m as deviceWords } from '../../actions/device/messages.ts';

export const m = {
  ...deviceWords,
  groups: 'Groups',
  loadingGroup: 'Looking for the group…',
  tabs: 'Device',
  alerts: 'Alerts',
  closeAll: 'Close all',
  disconnected: 'Device is disconnected',
  isOffline: 'This device is not connected',
  isOfflineText: 'What is open on it appears here when it is switched on.',
  offlineScreenText: 'Its screen appears here when it is switched on.',
  loadingDevice: 'Looking for the device…',
  noTabs: 'No tabs are open',
  noApplications: 'No applications are open',
  noItemsText: 'What is opened on the device appears here.',
  fullScreenMode: 'Full Screen Mode',
  connecting: 'Connecting to the screen…',
  live: 'Live',
  thumbnail: 'A picture every 5 s',
  fullSize: 'Full size',
  leaveFullSize: 'Leave full size',
  shared: 'The screen that you pass on',
  picture: 'Screen',
} as const;
