/** The chunks worker's entry: wires the private file system and the clock, and exposes `ChunksWorker`. */
import '#protocol/first-fault.ts';
import * as Comlink from 'comlink';
import { systemClock } from '#protocol/clock.ts';
import { type ChunksWorker, LISTED_FILES_WORKER } from '#protocol/threads/chunks-worker.ts';
import { channelOf } from '#protocol/transfer/channel-handle.ts';
import { createChunkFiles } from './chunk-files.ts';
import { createChunkRuns } from './chunk-runs.ts';
import { holdLifeLock } from './life-lock.ts';

/** A console and a student page may share one origin, so each has its own folder and prunes only that. */
const keepsWhole = self.name === LISTED_FILES_WORKER;
const FOLDER = keepsWhole ? 'listed-files' : 'file-transfers';

const files = createChunkFiles({
  folder: async () => (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true }),
  now: () => Date.now(),
  keepsWhole,
});
const runs = createChunkRuns({ files, clock: systemClock, channelOf });

/** Releases the port of the events proxy when the run has ended, because Comlink does not close it. */
async function releasing<T>(events: object, run: Promise<T>): Promise<T> {
  try {
    return await run;
  } finally {
    (events as Comlink.ProxyMethods)[Comlink.releaseProxy]();
  }
}

const lockHeld = holdLifeLock(`lectern-chunks ${crypto.randomUUID()}`);
lockHeld.catch((error: unknown) =>
  console.warn('[chunks] Nobody will be told when this worker ends.', error),
);

const worker: ChunksWorker = {
  ...runs,
  lifeLock: () => lockHeld,
  send: (runId, handle, sent, events) => releasing(events, runs.send(runId, handle, sent, events)),
  receive: (runId, handle, expected, events) =>
    releasing(events, runs.receive(runId, handle, expected, events)),
};

Comlink.expose(worker);
files.prune().catch((error: unknown) => console.warn('[chunks] Old files could not be removed.', error));
