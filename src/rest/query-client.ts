import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { isAppError } from '#protocol/app-error.ts';
import type { Notification } from '#protocol/notification.ts';
import { retryPauseMs } from '#protocol/retry-pause.ts';
import { type Moment, nextMoment, type OwnChanges, ownChanges } from './own-changes.ts';

/** If the platform requests a longer wait, the screen shows the error instead of retrying. */
const MAX_WAIT_S = 10;

/** Retries only errors that may pass; a refusal is final. */
function isPassing(error: unknown): boolean {
  if (!isAppError(error) || (error.detail.retryAfter ?? 0) > MAX_WAIT_S) return false;
  return error.code === 'unreachable' || error.code === 'server';
}

/** Deleted or forbidden data must not stay on the screen. */
const isGone = (error: unknown): boolean =>
  isAppError(error) && (error.code === 'not-found' || error.code === 'forbidden');

/** Called once for each read that finally failed, whether or not a screen handles the error. */
function noteFailedRead(error: unknown, query: Query<unknown, unknown, unknown>): void {
  if (isAppError(error) && error.code === 'aborted') return;
  console.warn('Error fetching data', query.queryHash, error);
  if (isGone(error) && query.state.data !== undefined) query.setState({ ...query.state, data: undefined });
}

/** When the last read of each query began. Its data may be older than anything that happened since. */
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
        // Notifications report changes, so data does not become stale quickly.
        staleTime: 300_000,
        // `navigator.onLine` does not cover a platform on this machine or in the local network.
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
 * Reads changed resources again. Query keys start with the collection's path, so a group also covers its
 * policies, members, permissions and the list. After a change made by this tab, only data that the tab has
 * not read since the answer to its write is read.
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
      // Lists of the whole site are updated row by row (`directory-list.ts`).
      predicate: (query) => query.meta?.followsChanges !== true && !isReadSince(query, moment),
    }),
  );
  await Promise.all(reads);
}

/** Includes a read in progress, because it returns the state at its start or later. */
const isReadSince = (query: Query, moment: Moment): boolean =>
  query.state.status !== 'error' && (readsBegan.get(query) ?? 0) > moment;
