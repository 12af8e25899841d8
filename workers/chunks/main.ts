/** The chunks worker's entry: wires the private file system and the real clock, and offers `ChunksWorker` to its page. */
import * as Comlink from 'comlink';
import type { ChunksWorker } from '#protocol/chunks-worker.ts';
import { channelOf } from '#protocol/transfer/channel-handle.ts';
import { createChunkFiles } from './chunk-files.ts';
import { createChunkRuns } from './chunk-runs.ts';
import { systemClock } from './clock.ts';

const FOLDER = 'file-transfers';

const files = createChunkFiles({
  folder: async () => (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true }),
  now: () => Date.now(),
});
const runs = createChunkRuns({ files, clock: systemClock, channelOf });

/** Events are a proxy with a port of its own, which nobody else closes. */
async function releasing(events: object, run: Promise<void>) {
  try {
    await run;
  } finally {
    (events as Comlink.ProxyMethods)[Comlink.releaseProxy]();
  }
}

const worker: ChunksWorker = {
  ...runs,
  send: (runId, handle, sent, events) => releasing(events, runs.send(runId, handle, sent, events)),
  receive: (runId, handle, expected, events) =>
    releasing(events, runs.receive(runId, handle, expected, events)),
};

Comlink.expose(worker);
files.prune().catch((error: unknown) => console.warn('[chunks] Old files could not be removed.', error));
