import type { ConnectionState } from '#protocol/threads/live-worker.ts';
import { useObservable } from '#ui/use-observable.ts';
import { liveConnection } from './live-connection.ts';

/** The state of the broker connection that all tabs share. */
export function useConnection(): ConnectionState {
  return useObservable(liveConnection.connection);
}
