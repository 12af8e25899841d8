import { mdiMonitorOff, mdiMonitorShare } from '@mdi/js';
import { deviceCommands, onDemand } from '../../live/live-connection.ts';
import { shareSessions } from '../../peer/share/share-sessions.ts';
import { lazyDialog } from '../../shell/parts/lazy-part.tsx';
import type { ActionContext, ActionEntry } from '../action-entry.ts';
import { performAction } from '../perform.ts';
import { m } from './messages.ts';
import { sharesOf } from './shares-of.ts';

export const shareScreenEntry: ActionEntry = {
  action: 'shareScreen',
  icon: mdiMonitorShare,
  title: m.shareScreen,
  Dialog: lazyDialog(
    m.shareScreen,
    async () => (await import('./share-screen-dialog.tsx')).ShareScreenDialog,
  ),
};

/**
 * Else they would be announced again in a moment: this tab's own, and by request those of whoever else shares (RT-12).
 */
function endSessions(context: ActionContext): void {
  const { own, foreign } = sharesOf(context, shareSessions.get());
  for (const id of own) shareSessions.stop(id);
  onDemand.publishStopScreensharesRequest(foreign);
}

/** Ends every share that the devices take part in, whoever began it. */
export const stopSharingEntry: ActionEntry = {
  action: 'stopSharing',
  icon: mdiMonitorOff,
  title: m.stopSharing,
  perform(context) {
    endSessions(context);
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
