/** All buttons of the action bar, in the order of DEVICE_ACTIONS. A screen passes the list to its bar. */
import { mdiBellOutline, mdiLock, mdiLoginVariant, mdiOpenInNew, mdiPower } from '@mdi/js';
import { DEVICE_ACTIONS } from '#domain/devices/device-actions.ts';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import type { ActionEntry } from '../action-bar/action-entry.ts';
import { atOnceEntries } from '../action-bar/at-once-entries.ts';
import { actionTitles } from '../action-bar/messages.ts';
import { snapshotEntry } from '../action-bar/snapshot/snapshot-entry.ts';
import { collectFilesEntry, sendFilesEntry } from '../files/file-entries.ts';
import { policiesEntry } from '../policies/policies-entry.ts';
import { pollEntry } from '../polls/poll-entry.ts';
import { remoteControlEntry } from '../remote-control/remote-control-entry.ts';
import { shareScreenEntry, stopSharingEntry } from '../sharing/share-screen-entries.ts';
import { wakeEntry } from '../wake/wake-entry.ts';

const dialogEntries: readonly ActionEntry[] = [
  {
    action: 'notification',
    icon: mdiBellOutline,
    title: actionTitles.notification,
    Dialog: lazyDialog(
      actionTitles.notification,
      async () => (await import('../action-bar/notification/notification-dialog.tsx')).NotificationDialog,
    ),
  },
  {
    action: 'launch',
    icon: mdiOpenInNew,
    title: actionTitles.launch,
    Dialog: lazyDialog(
      actionTitles.launch,
      async () => (await import('../action-bar/launch/launch-dialog.tsx')).LaunchDialog,
    ),
  },
  {
    action: 'lock',
    icon: mdiLock,
    title: actionTitles.lock,
    Dialog: lazyDialog(
      actionTitles.lock,
      async () => (await import('../action-bar/lock/lock-dialog.tsx')).LockDialog,
    ),
  },
  {
    action: 'powerAction',
    icon: mdiPower,
    title: actionTitles.powerAction,
    Dialog: lazyDialog(
      actionTitles.powerAction,
      async () => (await import('../action-bar/power/power-dialog.tsx')).PowerDialog,
    ),
  },
  {
    action: 'login',
    icon: mdiLoginVariant,
    title: actionTitles.login,
    Dialog: lazyDialog(
      actionTitles.login,
      async () => (await import('../action-bar/login/login-dialog.tsx')).LoginDialog,
    ),
  },
];

export const ACTION_ENTRIES: readonly ActionEntry[] = [
  ...dialogEntries,
  ...atOnceEntries,
  remoteControlEntry,
  pollEntry,
  snapshotEntry,
  shareScreenEntry,
  stopSharingEntry,
  sendFilesEntry,
  collectFilesEntry,
  wakeEntry,
  policiesEntry,
].sort((a, b) => DEVICE_ACTIONS.indexOf(a.action) - DEVICE_ACTIONS.indexOf(b.action));
