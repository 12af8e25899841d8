/** Who is signed in at which device of the site; kept only while somebody asks. */
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
    /** userId → their clients. The same map as long as nothing has changed. */
    get: () => users,
    /** False until the worker has told of anybody. */
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
        // Not at once: React closes and opens again in one go (StrictMode, a changed screen).
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
    /** To a worker that knows nothing: it tells of everybody first. */
    restate() {
      if (!isWatching) return;
      change(NOBODY);
      watch();
    },
  };
}
