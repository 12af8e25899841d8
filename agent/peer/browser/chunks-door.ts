/** Starts the chunks worker of a document for the first file. */
import * as Comlink from 'comlink';
import type { Clock } from '#protocol/clock.ts';
import type { ChunksWorker, LISTED_FILES_WORKER } from '#protocol/threads/chunks-worker.ts';
import { type ChunksClient, createChunksClient } from '#protocol/transfer/chunks-client.ts';

const IDLE_TIMEOUT_MS = 30_000;

export const createChunks = (clock: Clock): ChunksClient =>
  createChunksClient({
    start(onFailed) {
      const worker = new Worker(new URL('../../../workers/chunks/main.ts', import.meta.url), {
        name: 'lectern-chunks-listed' satisfies typeof LISTED_FILES_WORKER,
        type: 'module',
      });
      worker.addEventListener('error', onFailed);
      return { face: Comlink.wrap<ChunksWorker>(worker), end: () => worker.terminate() };
    },
    transfer: Comlink.transfer,
    proxy: Comlink.proxy,
    whenFree: (lock, signal) => navigator.locks.request(lock, { signal }, () => {}),
    clock,
    idleMs: IDLE_TIMEOUT_MS,
  });
