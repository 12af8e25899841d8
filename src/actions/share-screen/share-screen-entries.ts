import { mdiMonitorOff, mdiMonitorShare } from '@mdi/js';
import { lazy } from 'react';
import { deviceCommands } from '../../live/live-connection.ts';
import type { ActionEntry } from '../action-entry.ts';
import { performAction } from '../perform.ts';
import { m } from './messages.ts';

export const shareScreenEntry: ActionEntry = {
  action: 'shareScreen',
  icon: mdiMonitorShare,
  title: m.shareScreen,
  Dialog: lazy(async () => ({ default: (await import('./share-screen-dialog.tsx')).ShareScreenDialog })),
};

/** Ends every share that the devices take part in, whoever began it. */
export const stopSharingEntry: ActionEntry = {
  action: 'stopSharing',
  icon: mdiMonitorOff,
  title: m.stopSharing,
  perform(context) {
    performAction(
      {
        action: 'stopSharing',
        title: m.stopSharing,
        send: (audience) => deviceCommands.stopShareScreen(audience),
      },
      context,
    );
  },
};
