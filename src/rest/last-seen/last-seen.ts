/**
 * Tracks which queries show a copy from this device, and its time, until the platform answers. The copy
 * itself is stored by `query-copy.ts`, which is loaded after the shell.
 */

import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { EpochMs } from '#protocol/clock.ts';

const times = new WeakMap<object, number>();

/** Shows a stored copy, and invalidates the query, so that it is read again. `atMs`: time of the copy. */
export function showLastSeen(client: QueryClient, queryKey: QueryKey, data: unknown, atMs: EpochMs): void {
  client.setQueryData(queryKey, data, { updatedAt: atMs });
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query === undefined) return;
  times.set(query, atMs);
  query.invalidate();
}

/** When the shown data was read, if it comes from a copy. */
export function lastSeenAt(query: Pick<Query, 'state'>): EpochMs | undefined {
  const at = times.get(query);
  // Every later answer has a later time.
  return at === query.state.dataUpdatedAt ? at : undefined;
}

/** The oldest copy that screens show now; undefined if they show none. */
export function oldestLastSeen(client: QueryClient): EpochMs | undefined {
  const shown = client.getQueryCache().findAll({ type: 'active' });
  const all = shown.flatMap((query) => lastSeenAt(query) ?? []);
  return all.length === 0 ? undefined : Math.min(...all);
}
