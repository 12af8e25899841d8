/**
 * What is shown from this device's copy and has not been read from the platform since: of when it is. The copy itself is
 * kept by `query-copy.ts`, which comes later than the shell.
 */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

const times = new WeakMap<object, number>();

/** Shows what was kept; the query is due to be read again. `atMs`: when it was read. */
export function showLastSeen(client: QueryClient, queryKey: QueryKey, data: unknown, atMs: number): void {
  client.setQueryData(queryKey, data, { updatedAt: atMs });
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query === undefined) return;
  times.set(query, atMs);
  query.invalidate();
}

/** When that which the query shows was read, where it comes from the copy. Epoch ms. */
export function lastSeenAt(query: Pick<Query, 'state'>): number | undefined {
  const at = times.get(query);
  // Every later answer has a later time.
  return at === query.state.dataUpdatedAt ? at : undefined;
}

/** The oldest of what screens show from the copy now; undefined: they show nothing of it. */
export function oldestLastSeen(client: QueryClient): number | undefined {
  const shown = client.getQueryCache().findAll({ type: 'active' });
  const all = shown.flatMap((query) => lastSeenAt(query) ?? []);
  return all.length === 0 ? undefined : Math.min(...all);
}
