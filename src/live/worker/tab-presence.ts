/** Facts about this tab that the live worker needs: is it visible, did it go away, and the lock that it holds. */
import { liveWorkerLockName, tabLockName } from '#protocol/threads/live-worker.ts';

export type TabPresence = {
  isVisible(): boolean;
  /** Returns the stop. */
  onVisibility(call: (visible: boolean) => void): () => void;
  /** `left`: the page goes, for good or into the back/forward cache; `returned`: out of that cache. */
  onPage(call: (event: 'left' | 'returned') => void): () => void;
  /** Resolves with the release once the tab's lock is held. */
  holdLock(tabId: string): Promise<() => void>;
  /** Resolves when this run of the worker has ended, for whatever reason; rejects when aborted. */
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
  // The worker holds its lock as long as it runs, so being granted it means that the worker has ended.
  workerEnded: (instance, signal) =>
    navigator.locks.request(liveWorkerLockName(instance), { signal }, () => {}),
};
