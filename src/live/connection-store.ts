import { createListeners } from '#protocol/observable.ts';
import type { ConnectionState } from '#protocol/threads/live-worker.ts';

/** The broker connection as this tab knows it. */
export function createConnectionStore() {
  let state: ConnectionState = { name: 'connecting', attempt: 1 };
  let lostAt: number | undefined;
  const listeners = createListeners();
  return {
    get: () => state,
    /** Epoch ms of the end of the last connection; undefined before the first one has ended. */
    lostAt: () => lostAt,
    set(next: ConnectionState) {
      if (state.name === 'connected' && next.name !== 'connected') lostAt = Date.now();
      state = next;
      listeners.tell();
    },
    subscribe: listeners.subscribe,
  };
}
