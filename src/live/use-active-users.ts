import { useObservable } from '../ui/use-observable.ts';
import type { ActiveUsers } from './active-users.ts';
import { liveConnection } from './live-connection.ts';

/** Who is signed in at which device of the site: userId → their clients. */
export function useActiveUsers(): ActiveUsers {
  return useObservable(liveConnection.activeUsers);
}
