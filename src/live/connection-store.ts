import type { EpochMs } from '#protocol/clock.ts';
import { createListeners } from '#protocol/observable.ts';
import type { ConnectionState } from '#protocol/threads/live-worker.ts';

/** This tab's copy of the broker connection's state. */
export function createConnectionStore() {
  let state: ConnectionState = { name: 'connecting', attempt: 1 };
  let lostAt: EpochMs | undefined;
  const listeners = createListeners();
  return {
    get: () => state,
    /** Time of the last message on the last connection; undefined before a connection was lost. */
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
