/** Which users are signed in at which devices of the site; updated only while there are subscribers. */
import { createListeners } from '#protocol/observable.ts';
import type { ActiveUserChange } from '#protocol/threads/live-worker.ts';
import type { AskWorker } from './worker/worker-attachment.ts';

export type ActiveUsers = ReadonlyMap<string, ActiveUserChange['clients']>;

const NOBODY: ActiveUsers = new Map();

export function createActiveUsers(deps: { ask: AskWorker }) {
  const listeners = createListeners();
  let users = NOBODY;
  let isWatching = false;
  let closing: ReturnType<typeof setTimeout> | undefined;

  function change(next: ActiveUsers) {
    users = next;
    listeners.tell();
  }

  const watch = () => void deps.ask((worker, tabId) => worker.watchActiveUsers(tabId));

  function close() {
    isWatching = false;
    users = NOBODY;
    void deps.ask((worker, tabId) => worker.unwatchActiveUsers(tabId));
  }

  return {
    /** userId → the user's clients. The same map until something changes. */
    get: () => users,
    /** False until the worker has reported a user. */
    isKnown: () => users !== NOBODY,
    subscribe(call: () => void): () => void {
      clearTimeout(closing);
      const end = listeners.subscribe(call);
      if (!isWatching) {
        isWatching = true;
        watch();
      }
      return () => {
        end();
        // Deferred, because React unsubscribes and subscribes in one go (StrictMode, a changed screen).
        if (listeners.count() === 0) closing = setTimeout(close, 0);
      };
    },
    apply(changes: readonly ActiveUserChange[]) {
      if (!isWatching) return;
      const next = new Map(users);
      for (const { userId, clients } of changes) {
        if (clients.length > 0) next.set(userId, clients);
        else next.delete(userId);
      }
      change(next);
    },
    /** Subscribes again at a new worker, which sends the full list first. */
    restate() {
      if (!isWatching) return;
      change(NOBODY);
      watch();
    },
  };
}
