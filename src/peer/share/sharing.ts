/** The share functions of this tab with their dependencies; loaded when the tutor first opens the dialog. */

import { deviceCommands, liveConnection } from '#live/live-connection.ts';
import { session } from '#session/session-state.ts';
import { awaitCalls, peerAddress } from '../peers.ts';
import { createShareStarts } from './begin-share.ts';
import { captureScreen } from './capture-screen.ts';
import { hiddenClock } from './hidden-clock.ts';
import { encodeSender } from './sender-encoding.ts';
import { endSharesOnRequest } from './share-endings.ts';
import { shareSessions } from './share-sessions.ts';

export const { shareOwn, shareStudent } = createShareStarts(
  {
    peers: { address: peerAddress, await: awaitCalls },
    devices: {
      broadcast: deviceCommands.broadcast,
      onArrival: liveConnection.onArrival,
      shareScreen: deviceCommands.shareScreen,
      stopShareScreen: (audience, sessionId) => void deviceCommands.stopShareScreen(audience, sessionId),
    },
    capture: (maxFramerate) => captureScreen(navigator.mediaDevices, maxFramerate),
    encode: encodeSender,
    clock: hiddenClock,
    newId: () => crypto.randomUUID(),
    tutorName: () => (session.state.name === 'signed-in' ? session.state.auth.name : undefined),
  },
  shareSessions,
);

// Never unsubscribed, because it lasts as long as the page.
endSharesOnRequest(shareSessions, liveConnection.onStopScreenShares);
shareSessions.subscribe(() => liveConnection.line.setSharing(shareSessions.get().length > 0));
