/** This tab's chunks worker: started with the first file transfer, ended after a minute without one. */
import * as Comlink from 'comlink';
import { storedText } from '#protocol/storage/stored-value.ts';
import type { ChunksWorker } from '#protocol/threads/chunks-worker.ts';
import { createChunksClient } from '#protocol/transfer/chunks-client.ts';

const IDLE_TIMEOUT_MS = 60_000;
/** `lectern.files` = `bridged` in local storage keeps channels in the tab, for tests and support. */
const BRIDGE_KEY = 'lectern.files';

export const fileChunks = createChunksClient({
  start(onFailed) {
    const worker = new Worker(new URL('../../../workers/chunks/main.ts', import.meta.url), {
      name: 'lectern-chunks',
      type: 'module',
    });
    worker.addEventListener('error', onFailed);
    const face = Comlink.wrap<ChunksWorker>(worker);
    return {
      face,
      end() {
        face[Comlink.releaseProxy]();
        worker.terminate();
      },
    };
  },
  transfer: Comlink.transfer,
  proxy: Comlink.proxy,
  whenFree: (lock, signal) => navigator.locks.request(lock, { signal }, () => {}),
  isBridged: () => storedText(() => localStorage, BRIDGE_KEY).get() === 'bridged',
  clock: {
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  },
  idleMs: IDLE_TIMEOUT_MS,
});
