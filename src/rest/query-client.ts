import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { isAppError } from '#protocol/app-error.ts';
import type { Notification } from '#protocol/notification.ts';
import { type OwnChanges, ownChanges } from './own-changes.ts';

/** Only what may pass by itself is tried again; a refusal stays a refusal. */
function isPassing(error: unknown): boolean {
  return isAppError(error) && (error.code === 'unreachable' || error.code === 'server');
}

/** What is not there any more, or not for this tutor, must not stay on the screen as if it were. */
const isGone = (error: unknown): boolean =>
  isAppError(error) && (error.code === 'not-found' || error.code === 'forbidden');

/** Every read that failed for good comes by here once, whatever the screens make of it. */
function noteFailedRead(error: unknown, query: Query<unknown, unknown, unknown>): void {
  if (isAppError(error) && error.code === 'aborted') return;
  console.warn('Error fetching data', query.queryHash, error);
  if (isGone(error) && query.state.data !== undefined) query.setState({ ...query.state, data: undefined });
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: noteFailedRead }),
    defaultOptions: {
      queries: {
        // Notifications say when something changed; the clock need not.
        staleTime: 300_000,
        // `navigator.onLine` says nothing about a platform on this machine or in the school's own network.
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: (failures) => 400 * 2 ** failures,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * A change of a resource refetches it. Queries are keyed by the collection's path first, so that a group also covers
 * its policies, members, permissions and the list. What this tab has changed it has read already.
 */
export async function invalidateChanged(
  client: QueryClient,
  changes: readonly Notification[],
  own: Pick<OwnChanges, 'has'> = ownChanges,
): Promise<void> {
  const others = changes.filter(({ at }) => !own.has(at));
  const resources = new Set(others.map((change) => change.resource.split('/')[0]));
  await Promise.all([...resources].map((resource) => client.invalidateQueries({ queryKey: [resource] })));
}
