/** The one live connection of this tab. */
import type { LiveSession } from '#protocol/threads/live-worker.ts';
import { createLiveConnection } from './create-live-connection.ts';
import { createDebugWatch } from './debug-watch.ts';
import { createDeviceCommands } from './device-commands.ts';
import type { LiveTokens } from './live-tab.ts';
import { createOnDemand } from './on-demand.ts';
import { spawnLiveWorker } from './spawn-worker.ts';
import { tabPresence } from './tab-presence.ts';

export const liveConnection = createLiveConnection({
  spawn: spawnLiveWorker,
  presence: tabPresence,
  newId: () => crypto.randomUUID(),
  nowMs: () => Date.now(),
});

/** What a tutor can tell devices (RT-76 … RT-80), and ask them for (RT-81, RT-82). */
export const deviceCommands = createDeviceCommands(liveConnection.act);
export const onDemand = createOnDemand({
  act: liveConnection.act,
  requestStopScreenShares: liveConnection.requestStopScreenShares,
  newId: () => crypto.randomUUID(),
});
/** The live worker's account of a group, for the debug view; returns the stop. */
export const watchDebug = createDebugWatch({ ask: liveConnection.ask });

/** Attaches this tab to the live worker of the session; does nothing when it is attached already. */
export function startLive(session: LiveSession, tokens: LiveTokens): void {
  liveConnection.start(session, tokens);
}

/** `signed-out` closes the connection of all tabs; `switched` only lets go of it. */
export function stopLive(reason: 'signed-out' | 'switched'): Promise<void> {
  return liveConnection.stop(reason);
}

/** Hands on a refreshed access token. */
export function pushToken(token: string): void {
  liveConnection.setToken(token);
}
