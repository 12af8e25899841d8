/** The one live connection of this tab. */
import { createLiveConnection } from './create-live-connection.ts';
import { createDebugWatch } from './debug-watch.ts';
import { createDeviceCommands } from './device-commands.ts';
import { createOnDemand } from './on-demand.ts';
import { spawnLiveWorker } from './worker/spawn-worker.ts';
import { tabPresence } from './worker/tab-presence.ts';

export const liveConnection = createLiveConnection({
  spawn: spawnLiveWorker,
  presence: tabPresence,
  newId: () => crypto.randomUUID(),
  nowMs: () => Date.now(),
});

/** Commands and requests that a tutor sends to devices. */
export const deviceCommands = createDeviceCommands(liveConnection.act);
export const onDemand = createOnDemand({
  act: liveConnection.act,
  requestStopScreenShares: liveConnection.requestStopScreenShares,
  newId: () => crypto.randomUUID(),
});
/** The live worker's report about a watch. */
export const debugWatch = createDebugWatch({ ask: liveConnection.ask });
