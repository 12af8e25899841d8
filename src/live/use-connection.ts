import { useSyncExternalStore } from 'react';
import type { ConnectionState } from '#protocol/threads/live-worker.ts';
import { liveConnection } from './live-connection.ts';

/** The state of the broker connection that all tabs share. */
export function useConnection(): ConnectionState {
  const { connection } = liveConnection;
  return useSyncExternalStore(connection.subscribe, connection.get);
}
