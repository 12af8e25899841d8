import { createListeners } from '#protocol/observable.ts';
import type { ConnectionState } from '#protocol/threads/live-worker.ts';

/** The broker connection as this tab knows it. */
export function createConnectionStore() {
  let state: ConnectionState = { name: 'connecting', attempt: 1 };
  let lostAt: number | undefined;
  const listeners = createListeners();
  return {
    get: () => state,
    /** Epoch ms of the last word of the last connection; undefined before the first one has ended. */
    lostAt: () => lostAt,
    set(next: ConnectionState) {
      if (state.name === 'connected' && next.name !== 'connected')
        lostAt = (next.name === 'reconnecting' ? next.heardAt : undefined) ?? Date.now();
      state = next;
      listeners.tell();
    },
    subscribe: listeners.subscribe,
  };
}
