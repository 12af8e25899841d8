import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { isAppError } from '#protocol/app-error.ts';
import type { Notification } from '#protocol/notification.ts';
import { retryPauseMs } from '#protocol/retry-pause.ts';
import { type Moment, nextMoment, type OwnChanges, ownChanges } from './own-changes.ts';

/** Where the platform asks for a longer wait, a screen says so instead of waiting. */
const LONGEST_WAIT_S = 10;

/** Only what may pass by itself is tried again; a refusal stays a refusal. */
function isPassing(error: unknown): boolean {
  if (!isAppError(error) || (error.detail.retryAfter ?? 0) > LONGEST_WAIT_S) return false;
  return error.code === 'unreachable' || error.code === 'server';
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

/** When the last read of each query began. What it read may be older than whatever happened meanwhile. */
const readsBegan = new WeakMap<object, Moment>();

export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache({ onError: noteFailedRead });
  queryCache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') readsBegan.set(event.query, nextMoment());
  });
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        // Notifications say when something changed; the clock need not.
        staleTime: 300_000,
        // `navigator.onLine` says nothing about a platform on this machine or in the school's own network.
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: (failures, error) => retryPauseMs(error, 400 * 2 ** failures, Math.random),
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
  own: Pick<OwnChanges, 'answered'> = ownChanges,
): Promise<void> {
  const answered = new Map<string, Moment>();
  for (const change of changes) {
    const [collection = change.resource] = change.resource.split('/');
    const moment = own.answered(change) ?? Number.POSITIVE_INFINITY;
    answered.set(collection, Math.max(moment, answered.get(collection) ?? 0));
  }
  const reads = [...answered].map(([collection, moment]) =>
    client.invalidateQueries({
      queryKey: [collection],
      // Lists of the whole site are kept up row by row (`directory-list.ts`).
      predicate: (query) => query.meta?.followsChanges !== true && !isReadSince(query, moment),
    }),
  );
  await Promise.all(reads);
}

/** Also where that read is still under way: it will show what there was when it began, or later. */
const isReadSince = (query: Query, moment: Moment): boolean =>
  query.state.status !== 'error' && (readsBegan.get(query) ?? 0) > moment;
