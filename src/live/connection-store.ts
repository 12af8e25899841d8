import type { ConnectionState } from '#protocol/live-worker.ts';

/** The broker connection as this tab knows it. */
export function createConnectionStore() {
  let state: ConnectionState = { name: 'connecting', attempt: 1 };
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(next: ConnectionState) {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
