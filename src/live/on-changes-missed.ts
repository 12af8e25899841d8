import type { Observable } from '#protocol/observable.ts';
import type { ConnectionState } from '#protocol/threads/live-worker.ts';

/** What is read while a page starts is as new as its first connection, where that comes within this time. */
const START_MS = 5_000;

/**
 * Calls `call` when changes may have gone by unheard, since nothing is announced without a connection: it is back, or
 * another one than before (a busy tab hears of the newest state alone), or the first one came late. `now`: in milliseconds.
 * Returns the end.
 */
export function onChangesMissed(
  connection: Observable<ConnectionState>,
  call: () => void,
  now = () => performance.now(),
): () => void {
  const begunAt = now();
  let heardSince = sinceOf(connection.get());
  let wasConnected = hasConnected(connection.get());
  return connection.subscribe(() => {
    const state = connection.get();
    const since = sinceOf(state);
    const isNew = since !== undefined && since !== heardSince;
    heardSince = since;
    if (isNew && (wasConnected || now() - begunAt > START_MS)) call();
    wasConnected ||= hasConnected(state);
  });
}

/** Tells a connection from others; undefined without one. */
const sinceOf = (state: ConnectionState): number | undefined =>
  state.name === 'connected' ? state.since : undefined;

/** There is a connection, or there was one. */
export const hasConnected = (state: ConnectionState): boolean =>
  state.name === 'connected' || (state.name === 'reconnecting' && state.everConnected);
