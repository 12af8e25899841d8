import { useSyncExternalStore } from 'react';
import type { ActiveUsers } from './active-users.ts';
import { liveConnection } from './live-connection.ts';

/** Who is signed in at which device of the site: userId → their clients. */
export function useActiveUsers(): ActiveUsers {
  const { activeUsers } = liveConnection;
  return useSyncExternalStore(activeUsers.subscribe, activeUsers.get);
}
