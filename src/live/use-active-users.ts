import { useObservable } from '#ui/use-observable.ts';
import type { ActiveUsers } from './active-users.ts';
import { liveConnection } from './live-connection.ts';

/** Signed-in users of the site: userId → their clients. */
export function useActiveUsers(): ActiveUsers {
  return useObservable(liveConnection.activeUsers);
}
