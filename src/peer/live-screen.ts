/** The live screen of one device: composes this tab's peer connections, the action and the browser. */

import { deviceCommands, liveConnection } from '#live/live-connection.ts';
import { systemClock } from '#protocol/clock.ts';
import type { Recipient } from '#protocol/threads/live-action.ts';
import { createLiveScreen, type LiveScreen } from './create-live-screen.ts';
import { onFirstFrame } from './first-frame.ts';
import { onReturn } from './on-return.ts';
import { awaitCalls, peerAddress } from './peers.ts';

export type { LiveScreen, LiveScreenState } from './create-live-screen.ts';

/** Requests the stream immediately, and retries until closed. `displayId` undefined: the primary display. */
export function openLiveScreen(client: Recipient, displayId: string | undefined): LiveScreen {
  return createLiveScreen({
    clientId: client.clientId,
    address: peerAddress,
    awaitCalls,
    ask: (peerId) => deviceCommands.liveScreen(client, displayId, peerId),
    onFirstFrame,
    onBackOnline: (call) => onReturn(liveConnection.activeUsers, client, call),
    after: systemClock.after,
  });
}
