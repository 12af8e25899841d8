/**
 * Whether the platform answers: false once the browser is offline or a read failed without an answer, true
 * again with the next answer.
 */
import type { QueryClient } from '@tanstack/react-query';
import { proxy } from 'valtio/vanilla';
import { isAppError } from '#protocol/app-error.ts';

export const connectivity = proxy({ offline: false });

const isUnreachable = (error: unknown) => isAppError(error) && error.code === 'unreachable';

/** Follows the browser's word and the reads of `client` until `signal` aborts. */
export function followConnectivity(client: QueryClient, signal: AbortSignal, page: Window = window): void {
  connectivity.offline = !page.navigator.onLine;
  page.addEventListener(
    'offline',
    () => {
      connectivity.offline = true;
    },
    { signal },
  );
  page.addEventListener(
    'online',
    () => {
      connectivity.offline = false;
      void client.invalidateQueries();
    },
    { signal },
  );
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action } = event;
    if ((action.type === 'failed' || action.type === 'error') && isUnreachable(action.error))
      connectivity.offline = true;
    // A value that was put there by hand says nothing about the network.
    else if (action.type === 'success' && action.manual !== true)
      connectivity.offline = !page.navigator.onLine;
  });
  signal.addEventListener('abort', stop, { once: true });
}
