import type { Observable } from '#protocol/observable.ts';
import type { ConnectionState } from '#protocol/threads/live-worker.ts';

/** Data read while the page starts is current if the first connection follows within this time. */
const START_TIMEOUT_MS = 5_000;

/**
 * Calls `call` when change notifications may have been missed. This happens when the connection returns, when
 * it is a different one than before (a busy tab receives only the newest state), or when the first one was
 * late. `now`: in milliseconds. Returns the stop.
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
    if (isNew && (wasConnected || now() - begunAt > START_TIMEOUT_MS)) call();
    wasConnected ||= hasConnected(state);
  });
}

/** Identifies a connection; undefined without one. */
const sinceOf = (state: ConnectionState): number | undefined =>
  state.name === 'connected' ? state.since : undefined;

/** There is a connection, or there was one. */
export const hasConnected = (state: ConnectionState): boolean =>
  state.name === 'connected' || (state.name === 'reconnecting' && state.everConnected);
