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
 * A change of a resource reads it again. Queries are keyed by the collection's path first, so that a group also covers
 * its policies, members, permissions and the list. After a change that this tab made, only what the tab has not read
 * since the answer to its write is read.
 */
export async function invalidateChanged(
  client: QueryClient,
  changes: readonly Notification[],
  own: Pick<OwnChanges, 'answeredAt'> = ownChanges,
): Promise<void> {
  const knownUntil = new Map<string, number>();
  for (const { resource, at } of changes) {
    const [collection = resource] = resource.split('/');
    const answeredAt = own.answeredAt(at) ?? Number.POSITIVE_INFINITY;
    knownUntil.set(collection, Math.max(answeredAt, knownUntil.get(collection) ?? 0));
  }
  const reads = [...knownUntil].map(([collection, until]) => {
    const isOwn = until < Number.POSITIVE_INFINITY;
    return client.invalidateQueries(
      { queryKey: [collection], predicate: ({ state }) => !isOwn || state.dataUpdatedAt < until },
      // A read that the write itself began is under way: it is enough.
      { cancelRefetch: !isOwn },
    );
  });
  await Promise.all(reads);
}
