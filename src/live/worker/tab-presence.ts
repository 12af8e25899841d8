/** Facts about this tab for the live worker: its visibility, its unloading, and the lock that it holds. */
import { liveWorkerLockName, tabLockName } from '#protocol/threads/live-worker.ts';

export type TabPresence = {
  isVisible(): boolean;
  /** Returns the stop. */
  onVisibility(call: (visible: boolean) => void): () => void;
  /** `left`: the page unloads or enters the back/forward cache; `returned`: it left that cache. */
  onPage(call: (event: 'left' | 'returned') => void): () => void;
  /** Resolves with the release function once the tab's lock is held. */
  holdLock(tabId: string): Promise<() => void>;
  /** Resolves when this instance of the worker has ended, for any reason; rejects when aborted. */
  workerEnded(instance: string, signal: AbortSignal): Promise<void>;
};

export const tabPresence: TabPresence = {
  isVisible: () => document.visibilityState === 'visible',
  onVisibility(call) {
    const listener = () => call(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
  onPage(call) {
    const left = () => call('left');
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) call('returned');
    };
    window.addEventListener('pagehide', left);
    window.addEventListener('pageshow', shown);
    return () => {
      window.removeEventListener('pagehide', left);
      window.removeEventListener('pageshow', shown);
    };
  },
  holdLock: (tabId) =>
    new Promise((held, failed) => {
      navigator.locks
        .request(tabLockName(tabId), () => new Promise<void>((release) => held(() => release())))
        .catch(failed);
    }),
  // The worker holds its lock while it runs, so a granted lock means that the worker has ended.
  workerEnded: (instance, signal) =>
    navigator.locks.request(liveWorkerLockName(instance), { signal }, () => {}),
};
