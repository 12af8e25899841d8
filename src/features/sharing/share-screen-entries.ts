import { mdiMonitorOff, mdiMonitorShare } from '@mdi/js';
import { deviceCommands, onDemand } from '#live/live-connection.ts';
import { shareSessions } from '#peer/share/share-sessions.ts';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import type { ActionContext, ActionEntry } from '../action-bar/action-entry.ts';
import { performAction } from '../action-bar/perform.ts';
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
 * Ends this tab's own sessions, and requests the end of others; otherwise they would be announced again in a
 * moment. A session for single devices goes on for its other viewers. Returns true if a share ends for
 * devices that are not targets.
 */
function endSessions(context: ActionContext): boolean {
  const { place, targets } = context;
  const sessions = shareSessions.get();
  const { own, foreign } = sharesOf(context, sessions);
  const clientIds = new Set(targets.flatMap(({ recipient }) => recipient?.clientId ?? []));
  let endsForOthers = false;
  for (const { id, audience, sharer } of sessions.filter((session) => own.includes(session.id))) {
    const isItsScreen = sharer !== undefined && clientIds.has(sharer.clientId);
    if (!isItsScreen && shareSessions.leaveOut(id, clientIds)) continue;
    endsForOthers ||= 'groupId' in audience && place.kind === 'group' && !place.isWhole(targets);
    shareSessions.stop(id);
  }
  onDemand.publishStopScreensharesRequest(foreign);
  return endsForOthers;
}

/** Ends every share that the devices take part in, also shares begun by another tutor. */
export const stopSharingEntry: ActionEntry = {
  action: 'stopSharing',
  icon: mdiMonitorOff,
  title: m.stopSharing,
  perform(context) {
    const endsForOthers = endSessions(context);
    performAction(
      {
        action: 'stopSharing',
        title: endsForOthers ? m.stopSharingForAll : m.stopSharing,
        send: (audience) => deviceCommands.stopShareScreen(audience),
      },
      context,
    );
  },
};
