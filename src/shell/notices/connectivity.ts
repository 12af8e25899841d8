/**
 * Whether the platform answers: false once the browser is offline or a read failed without an answer, true
 * again with the next answer. Meanwhile what got no answer is asked again by itself.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { proxy } from 'valtio/vanilla';
import { isAppError } from '#protocol/app-error.ts';
import { lastSeenAt } from '../../rest/last-seen/last-seen.ts';
import { watchLastAwake } from './last-awake.ts';

/**
 * `since`: epoch ms of when a platform that had answered was missed; undefined where this page has had no answer yet.
 * `isIntercepted`: the network answers in the platform's place.
 */
export const connectivity = proxy<{ offline: boolean; since: number | undefined; isIntercepted: boolean }>({
  offline: false,
  since: undefined,
  isIntercepted: false,
});

const FIRST_ASK_MS = 1_000;
const MAX_ASK_MS = 10_000;

/** What a proxy answers for a platform that is away, and the platform itself while it starts. */
const AWAY_STATUSES: ReadonlySet<unknown> = new Set([502, 503, 504]);

export const isUnreachable = (error: unknown) =>
  isAppError(error) && (error.code === 'unreachable' || AWAY_STATUSES.has(error.detail.status));
/** What is shown from this device's copy has had no answer either, whatever became of the question. */
const gotNoAnswer = (query: Query) =>
  isUnreachable(query.state.error) || (query.isActive() && lastSeenAt(query) !== undefined);

export type ConnectivityOptions = {
  page?: Window;
  /** The platform has been asked already and did not answer. */
  isUnanswered?: boolean;
};

/** Follows the browser's word and the reads of `client` until `signal` aborts. */
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
      // One that still waits for its answer is left to it.
      void client.refetchQueries({ predicate: gotNoAnswer }, { cancelRefetch: false });
      askLater(Math.min(MAX_ASK_MS, delayMs * 2));
    }, delayMs);
  }

  function set(offline: boolean): void {
    if (offline === connectivity.offline) return;
    connectivity.offline = offline;
    connectivity.since = offline && hasAnswered ? lastAwake.at() : undefined;
    clearTimeout(timer);
    if (offline) askLater(FIRST_ASK_MS);
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
    // A value that was put there by hand says nothing about the network.
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
