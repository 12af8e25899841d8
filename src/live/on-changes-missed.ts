import type { Observable } from '#protocol/observable.ts';
import type { ConnectionState } from '#protocol/threads/live-worker.ts';

/** What is read while a page starts is as new as its first connection, where that comes within this time. */
const START_MS = 5_000;

/**
 * Calls `call` when changes may have gone by unheard, since nothing is announced without a connection: it is back, or the
 * first one came late. `now`: in milliseconds. Returns the end.
 */
export function onChangesMissed(
  connection: Observable<ConnectionState>,
  call: () => void,
  now = () => performance.now(),
): () => void {
  const begunAt = now();
  let isDeaf = connection.get().name !== 'connected';
  let wasConnected = hasConnected(connection.get());
  return connection.subscribe(() => {
    const state = connection.get();
    const wasDeaf = isDeaf;
    isDeaf = state.name !== 'connected';
    if (wasDeaf && !isDeaf && (wasConnected || now() - begunAt > START_MS)) call();
    wasConnected ||= hasConnected(state);
  });
}

/** There is a connection, or there was one. */
export const hasConnected = (state: ConnectionState): boolean =>
  state.name === 'connected' || (state.name === 'reconnecting' && state.everConnected);
