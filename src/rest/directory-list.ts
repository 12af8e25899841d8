/**
 * A list of the whole site, such as its ten thousand devices: shown from its first page on while the others come, and
 * kept up row by row. One change reads one row again, and not the list.
 */
import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import { isAppError } from '#protocol/app-error.ts';
import type { Notification } from '#protocol/notification.ts';
import type { ReadOptions } from './http.ts';

/** `rows`: the newest id first. A row that has not changed is the same object as before. */
export type DirectoryList<Row> = { rows: readonly Row[]; isComplete: boolean };

type WithId = { id: string };

export type DirectoryListSource<Row extends WithId> = {
  /** The collection's path without the slash. */
  resource: string;
  pages(read: ReadOptions): AsyncIterable<readonly Row[]>;
  /** One row as it is now. Throws AppError: `not-found` where there is none any more. */
  one(id: string, read: ReadOptions): Promise<Row>;
};

/** While pages come, the rows are shown so often: drawing a list of thousands costs more than to read a page of it. */
const SHOW_EVERY_MS = 1_000;

/** More changes at once than this read the whole list. */
const MAX_SINGLE_READS = 20;

const listKey = (resource: string) => [resource, { of: 'site' }] as const;

const isSameRow = (a: WithId, b: WithId | undefined) =>
  b !== undefined && JSON.stringify(a) === JSON.stringify(b);

export function directoryListQuery<Row extends WithId>(source: DirectoryListSource<Row>) {
  const queryKey = listKey(source.resource);
  return queryOptions({
    queryKey,
    // Rows are compared as their pages come.
    structuralSharing: false,
    meta: { followsChanges: true },
    async queryFn({ client, signal }): Promise<DirectoryList<Row>> {
      // This device's copy may come while the list is read.
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
        // A list that was whole stays whole until all of it has been read again.
        if (list?.isComplete || performance.now() - shownAt < SHOW_EVERY_MS) continue;
        shownAt = performance.now();
        client.setQueryData(queryKey, { rows: [...rows], isComplete: false });
      }
      return { rows, isComplete: true };
    },
  });
}

/** Something of the list could not be read, and nothing reads it now. */
export const isLeftOld = (query: Query): boolean =>
  query.state.isInvalidated && query.state.fetchStatus !== 'fetching';

/**
 * Changes the rows of the list as they are in the cache; nothing happens where it was never read. A list that is to be read
 * again stays so: the change of some rows says nothing of the others.
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

/** Takes rows out of the list that are known to be deleted. */
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
 * Reads the list as a whole, once somebody looks at it. Also for a row that could not be read: the platform tells of each
 * change once.
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

/** What is brought up now, by list. */
const following = new WeakMap<object, Promise<void>>();

/**
 * Brings the list up to what the platform has told of. Nothing is read while nobody looks: the list is then read again
 * when somebody does. One change after the other: a row that was asked for before it was deleted does not come back, and an
 * older answer does not take the place of a newer one.
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
    // What is being read may have been read before the change.
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
