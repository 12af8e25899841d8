/**
 * A list of the whole site, such as its ten thousand devices. It is shown from its first page on while others
 * load, and updated row by row: one change reads one row instead of the list.
 */
import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import { isAppError } from '#protocol/app-error.ts';
import type { Notification } from '#protocol/notification.ts';
import type { ReadOptions } from './http.ts';

/** `rows`: newest id first. An unchanged row stays the same object. */
export type DirectoryList<Row> = { rows: readonly Row[]; isComplete: boolean };

type WithId = { id: string };

export type DirectoryListSource<Row extends WithId> = {
  /** The collection's path without its leading slash. */
  resource: string;
  pages(read: ReadOptions): AsyncIterable<readonly Row[]>;
  /** Reads the current state of one row. Throws AppError: `not-found` if it no longer exists. */
  one(id: string, read: ReadOptions): Promise<Row>;
};

/**
 * Interval of updates while pages load, because rendering a list of thousands costs more than reading a page.
 */
const THROTTLE_MS = 1_000;

/** Beyond this number of changes the whole list is read. */
const MAX_SINGLE_READS = 20;

const listKey = (resource: string) => [resource, { of: 'site' }] as const;

const isSameRow = (a: WithId, b: WithId | undefined) =>
  b !== undefined && JSON.stringify(a) === JSON.stringify(b);

export function directoryListQuery<Row extends WithId>(source: DirectoryListSource<Row>) {
  const queryKey = listKey(source.resource);
  return queryOptions({
    queryKey,
    // Rows are compared as their pages arrive.
    structuralSharing: false,
    meta: { followsChanges: true },
    async queryFn({ client, signal }): Promise<DirectoryList<Row>> {
      // The stored copy may arrive while the list is read.
      const before = () => client.getQueryData<DirectoryList<Row>>(queryKey);
      let known = new Map<string, Row>();
      let knownOf: DirectoryList<Row> | undefined;
      const rows: Row[] = [];
      let shownAt = Number.NEGATIVE_INFINITY;
      for await (const page of source.pages({ signal })) {
        const list = before();
        if (list?.isComplete && list !== knownOf) {
          knownOf = list;
          known = new Map(list.rows.map((row) => [row.id, row]));
        }
        for (const row of page) {
          const same = known.get(row.id);
          rows.push(same !== undefined && isSameRow(row, same) ? same : row);
        }
        // A complete list stays in place until all of it has been read again.
        if (list?.isComplete || performance.now() - shownAt < THROTTLE_MS) continue;
        shownAt = performance.now();
        client.setQueryData(queryKey, { rows: [...rows], isComplete: false });
      }
      return { rows, isComplete: true };
    },
  });
}

/** Part of the list could not be read, and no request is running. */
export const isLeftOld = (query: Query): boolean =>
  query.state.isInvalidated && query.state.fetchStatus !== 'fetching';

/**
 * Changes the cached rows of the list, if there are any. An invalidated list stays invalidated, because the
 * change concerns only some rows.
 */
export function changeDirectoryList<Row extends WithId>(
  client: QueryClient,
  resource: string,
  change: (rows: readonly Row[]) => readonly Row[],
): void {
  const queryKey = listKey(resource);
  const query = client.getQueryCache().find({ queryKey, exact: true });
  const isOld = query?.state.isInvalidated;
  client.setQueryData<DirectoryList<Row>>(queryKey, (list) => list && { ...list, rows: change(list.rows) });
  if (isOld) query?.invalidate();
}

const without = <Row extends WithId>(rows: readonly Row[], gone: ReadonlySet<string>) =>
  rows.some(({ id }) => gone.has(id)) ? rows.filter(({ id }) => !gone.has(id)) : rows;

/** Removes rows that are known to be deleted. */
export const dropFromDirectoryList = (
  client: QueryClient,
  resource: string,
  ids: readonly string[],
): void => {
  const gone = new Set(ids);
  changeDirectoryList<WithId>(client, resource, (rows) => without(rows, gone));
};

function replaced<Row extends WithId>(rows: readonly Row[], fresh: readonly Row[]): readonly Row[] {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const next = rows.map((row) => {
    const now = byId.get(row.id);
    byId.delete(row.id);
    return now === undefined || isSameRow(now, row) ? row : now;
  });
  return byId.size === 0 ? next : [...next, ...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
}

/**
 * Invalidates the whole list; it is read when it is next shown. Used after a failed row too, because the
 * platform reports each change once.
 */
export const readListAgain = (client: QueryClient, resource: string): Promise<void> =>
  client.invalidateQueries({ queryKey: listKey(resource), exact: true });

async function readRow<Row extends WithId>(source: DirectoryListSource<Row>, id: string) {
  try {
    return { id, row: await source.one(id, {}) };
  } catch (error) {
    if (isAppError(error) && error.code === 'not-found') return { id, row: undefined };
    throw error;
  }
}

/** The pending update of each list. */
const following = new WeakMap<object, Promise<void>>();

/**
 * Applies the platform's change notifications to the list. If the list is not shown, it is only invalidated.
 * Changes run one at a time, so that a row requested before its deletion does not return, and an older answer
 * does not replace a newer one.
 */
export async function followChanges<Row extends WithId>(
  client: QueryClient,
  source: DirectoryListSource<Row>,
  changes: readonly Notification[],
): Promise<void> {
  const queryKey = listKey(source.resource);
  const query = client.getQueryCache().find({ queryKey, exact: true });
  const ofList = changes.filter(({ resource }) => resource === source.resource);
  if (query?.state.data === undefined || ofList.length === 0) return;
  const ids = [...new Set(ofList.flatMap(({ id }) => id ?? []))];
  const isNamed = ofList.every(({ id }) => id !== undefined);
  const gone = new Set(ofList.flatMap(({ id, change }) => (change === 'deleted' && id ? [id] : [])));
  dropFromDirectoryList(client, source.resource, [...gone]);
  const changed = ids.filter((id) => !gone.has(id));
  if (!isNamed || changed.length > MAX_SINGLE_READS || !query.isActive() || isLeftOld(query)) {
    await readListAgain(client, source.resource);
    return;
  }
  const earlier = following.get(query);
  const mine = (async () => {
    await earlier;
    // A running request may have read the row before the change.
    if (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => {});
    const read = isLeftOld(query)
      ? undefined
      : await Promise.all(changed.map((id) => readRow(source, id))).catch(() => undefined);
    if (read === undefined) {
      await readListAgain(client, source.resource);
      return;
    }
    const fresh = read.flatMap(({ row }) => row ?? []);
    const missing = new Set(read.flatMap(({ id, row }) => (row === undefined ? [id] : [])));
    changeDirectoryList<Row>(client, source.resource, (rows) =>
      replaced(without(rows, new Set([...gone, ...missing])), fresh),
    );
  })();
  following.set(
    query,
    mine.catch(() => {}),
  );
  await mine;
}
