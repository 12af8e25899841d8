import { QueryClient } from '@tanstack/react-query';
import { isAppError } from '#protocol/app-error.ts';
import type { Notification } from '#protocol/notification.ts';

/** Only what may pass by itself is tried again; a refusal stays a refusal. */
function isPassing(error: unknown): boolean {
  return isAppError(error) && (error.code === 'unreachable' || error.code === 'server');
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
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
 * A change of a resource refetches it (part 3 §7.3). Queries are keyed by the collection's path first, so that a
 * group also covers its policies, members, permissions and the list.
 */
export async function invalidateChanged(
  client: QueryClient,
  changes: readonly Notification[],
): Promise<void> {
  const resources = new Set(changes.map((change) => change.resource.split('/')[0]));
  await Promise.all([...resources].map((resource) => client.invalidateQueries({ queryKey: [resource] })));
}
