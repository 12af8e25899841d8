/**
 * Whether the platform is reachable: offline once the browser is, or a fetch failed without an answer; online
 * with the next answer. Queries without an answer are retried in between.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { proxy } from 'valtio/vanilla';
import { isAppError } from '#protocol/app-error.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { lastSeenAt } from '#rest/last-seen/last-seen.ts';
import { watchLastAwake } from './last-awake.ts';

/**
 * `since`: when a reachable platform was lost; undefined if this page has had no answer yet. `isIntercepted`:
 * the network answers in place of the platform.
 */
export const connectivity = proxy<{ offline: boolean; since: EpochMs | undefined; isIntercepted: boolean }>({
  offline: false,
  since: undefined,
  isIntercepted: false,
});

const MIN_RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 10_000;

/** The answers of a proxy without its platform, and of the platform during its start. */
const AWAY_STATUSES: ReadonlySet<unknown> = new Set([502, 503, 504]);

export const isUnreachable = (error: unknown) =>
  isAppError(error) && (error.code === 'unreachable' || AWAY_STATUSES.has(error.detail.status));
/** A query that shows this device's copy has had no answer either, whatever the state of its request. */
const gotNoAnswer = (query: Query) =>
  isUnreachable(query.state.error) || (query.isActive() && lastSeenAt(query) !== undefined);

export type ConnectivityOptions = {
  page?: Window;
  /** The platform has failed to answer an earlier request. */
  isUnanswered?: boolean;
};

/** Follows the browser's online state and the fetches of `client` until `signal` aborts. */
export function followConnectivity(
  client: QueryClient,
  signal: AbortSignal,
  { page = window, isUnanswered = false }: ConnectivityOptions = {},
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasAnswered = false;
  const lastAwake = watchLastAwake(signal);

  function askLater(delayMs: number): void {
    timer = setTimeout(() => {
      // A pending request is not restarted.
      void client.refetchQueries({ predicate: gotNoAnswer }, { cancelRefetch: false });
      askLater(Math.min(MAX_RETRY_DELAY_MS, delayMs * 2));
    }, delayMs);
  }

  function set(offline: boolean): void {
    if (offline === connectivity.offline) return;
    connectivity.offline = offline;
    connectivity.since = offline && hasAnswered ? lastAwake.at() : undefined;
    clearTimeout(timer);
    if (offline) askLater(MIN_RETRY_DELAY_MS);
    else void client.invalidateQueries({ predicate: gotNoAnswer });
  }

  connectivity.offline = false;
  set(!page.navigator.onLine || isUnanswered);
  page.addEventListener('offline', () => set(true), { signal });
  page.addEventListener(
    'online',
    () => {
      set(false);
      void client.invalidateQueries();
    },
    { signal },
  );
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.meta?.answersAlways === true) return;
    const { action } = event;
    if ((action.type === 'failed' || action.type === 'error') && isUnreachable(action.error)) {
      connectivity.isIntercepted = isAppError(action.error) && action.error.detail.isPage === true;
      set(true);
    }
    // Data set by code reveals nothing about the network.
    else if (action.type === 'success' && action.manual !== true) {
      hasAnswered = true;
      lastAwake.learnt();
      set(!page.navigator.onLine);
    }
  });
  signal.addEventListener(
    'abort',
    () => {
      stop();
      clearTimeout(timer);
    },
    { once: true },
  );
}
