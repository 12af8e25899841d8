/** The chunks worker's entry: wires the private file system and the real clock, and offers `ChunksWorker` to its page. */
import '#protocol/first-fault.ts';
import * as Comlink from 'comlink';
import { systemClock } from '#protocol/clock.ts';
import { type ChunksWorker, LISTED_FILES_WORKER } from '#protocol/threads/chunks-worker.ts';
import { channelOf } from '#protocol/transfer/channel-handle.ts';
import { createChunkFiles } from './chunk-files.ts';
import { createChunkRuns } from './chunk-runs.ts';
import { holdLifeLock } from './life-lock.ts';

/** A browser may have a console and a student page at one origin: neither tidies up the other's files. */
const keepsWhole = self.name === LISTED_FILES_WORKER;
const FOLDER = keepsWhole ? 'listed-files' : 'file-transfers';

const files = createChunkFiles({
  folder: async () => (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true }),
  now: () => Date.now(),
  keepsWhole,
});
const runs = createChunkRuns({ files, clock: systemClock, channelOf });

/** Events are a proxy with a port of its own, which nobody else closes. */
async function releasing<T>(events: object, run: Promise<T>): Promise<T> {
  try {
    return await run;
  } finally {
    (events as Comlink.ProxyMethods)[Comlink.releaseProxy]();
  }
}

const held = holdLifeLock(`lectern-chunks ${crypto.randomUUID()}`);
held.catch((error: unknown) => console.warn('[chunks] Nobody will be told when this worker ends.', error));

const worker: ChunksWorker = {
  ...runs,
  lifeLock: () => held,
  send: (runId, handle, sent, events) => releasing(events, runs.send(runId, handle, sent, events)),
  receive: (runId, handle, expected, events) =>
    releasing(events, runs.receive(runId, handle, expected, events)),
};

Comlink.expose(worker);
files.prune().catch((error: unknown) => console.warn('[chunks] Old files could not be removed.', error));
