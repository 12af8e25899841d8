/** Creates or finds the live worker: shared by all tabs, or a dedicated one if SharedWorker is missing. */
import * as Comlink from 'comlink';
import { storedText } from '#protocol/storage/stored-value.ts';
import type { LiveWorker } from '#protocol/threads/live-worker.ts';

export type LiveWorkerHandle = {
  readonly worker: LiveWorker;
  /** Disconnects from a shared worker, terminates a dedicated one. */
  end(): void;
};

/** `lectern.worker` = `dedicated` in local storage forces the dedicated worker, for tests and support. */
const FALLBACK_KEY = 'lectern.worker';

/** `onFailed`: the worker's script could not be loaded or run. */
export function spawnLiveWorker(name: string, onFailed: () => void): LiveWorkerHandle {
  return hasSharedWorker() ? spawnShared(name, onFailed) : spawnDedicated(name, onFailed);
}

const hasSharedWorker = () =>
  typeof SharedWorker !== 'undefined' && storedText(() => localStorage, FALLBACK_KEY).get() !== 'dedicated';

function spawnShared(name: string, onFailed: () => void): LiveWorkerHandle {
  const shared = new SharedWorker(new URL('../../../workers/live/main.ts', import.meta.url), {
    // Keeps the connection when the only tab reloads. Chromium only; other browsers ignore it.
    ...({ extendedLifetime: true } as object),
    name,
    type: 'module',
  });
  shared.addEventListener('error', onFailed);
  const worker = Comlink.wrap<LiveWorker>(shared.port);
  return { worker, end: () => release(worker) };
}

function spawnDedicated(name: string, onFailed: () => void): LiveWorkerHandle {
  const dedicated = new Worker(new URL('../../../workers/live/main.ts', import.meta.url), {
    name,
    type: 'module',
  });
  dedicated.addEventListener('error', onFailed);
  const worker = Comlink.wrap<LiveWorker>(dedicated);
  return {
    worker,
    end() {
      release(worker);
      dedicated.terminate();
    },
  };
}

const release = (worker: Comlink.Remote<LiveWorker>) => worker[Comlink.releaseProxy]();
