import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import {
  type DirectoryList,
  type DirectoryListSource,
  directoryListQuery,
  dropFromDirectoryList,
  followChanges,
} from './directory-list.ts';

type Row = { id: string; name: string };

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
});
afterEach(() => client.clear());

/** Pages are handed out by `next`. */
function createSource(first: readonly (readonly Row[])[]) {
  let pages = first;
  const gates: (() => void)[] = [];
  const asked: string[] = [];
  const rows = new Map(first.flat().map((row) => [row.id, row]));
  let reads = 0;
  const source: DirectoryListSource<Row> = {
    resource: 'users',
    async *pages() {
      reads += 1;
      for (const page of pages) {
        await new Promise<void>((resolve) => gates.push(resolve));
        yield page.map((row) => ({ ...row }));
      }
    },
    async one(id) {
      asked.push(id);
      const row = rows.get(id);
      if (row === undefined) throw new AppError('not-found', 'gone');
      return { ...row };
    },
  };
  return {
    source,
    rows,
    asked,
    reads: () => reads,
    setPages(next: readonly (readonly Row[])[]) {
      pages = next;
    },
    async next() {
      while (gates.length === 0) await Promise.resolve();
      gates.shift()?.();
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    },
  };
}

const A = { id: 'a', name: 'Ada' };
const B = { id: 'b', name: 'Ben' };
const C = { id: 'c', name: 'Cem' };

function watch({ source }: Pick<ReturnType<typeof createSource>, 'source'>) {
  const query = directoryListQuery(source);
  const observer = new QueryObserver(client, { ...query, staleTime: Number.POSITIVE_INFINITY });
  const stop = observer.subscribe(() => {});
  return { stop, list: () => client.getQueryData<DirectoryList<Row>>(query.queryKey) };
}
const names = (list: DirectoryList<Row> | undefined) => list?.rows.map(({ name }) => name);
const changed = (id: string | undefined, change: 'updated' | 'deleted' = 'updated') => ({
  resource: 'users',
  ...(id !== undefined && { id }),
  change,
  at: 1,
});

async function whole(pages: readonly (readonly Row[])[] = [[C], [B, A]]) {
  const fake = createSource(pages);
  const watched = watch(fake);
  for (const _ of pages) await fake.next();
  await client.getQueryCache().find({ queryKey: ['users', { of: 'site' }] })?.promise;
  return { ...fake, ...watched };
}

test('the first page is there before the second has come', async () => {
  const fake = createSource([[C], [B, A]]);
  const { list, stop } = watch(fake);
  expect(list()).toBeUndefined();
  await fake.next();
  expect(list()).toEqual({ rows: [C], isComplete: false });
  await fake.next();
  await client.getQueryCache().find({ queryKey: ['users', { of: 'site' }] })?.promise;
  expect(list()).toEqual({ rows: [C, B, A], isComplete: true });
  stop();
});

test('read again, it stays whole until all has come, and rows that are the same stay the same objects', async () => {
  const { list, next, setPages, stop } = await whole();
  const [before] = list()?.rows ?? [];
  setPages([[C], [{ ...B, name: 'Bea' }]]);
  const reading = client.refetchQueries({ queryKey: ['users', { of: 'site' }] });
  await next();
  expect(names(list())).toEqual(['Cem', 'Ben', 'Ada']);
  await next();
  await reading;
  expect(names(list())).toEqual(['Cem', 'Bea']);
  expect(list()?.rows[0]).toBe(before);
  stop();
});

test('a change of one row reads that row, and no page', async () => {
  const { source, rows, asked, reads, list, stop } = await whole();
  rows.set('b', { id: 'b', name: 'Bea' });
  rows.set('bb', { id: 'bb', name: 'Bob' });
  await followChanges(client, source, [changed('b'), changed('b'), changed('bb')]);
  expect(asked).toEqual(['b', 'bb']);
  expect(reads()).toBe(1);
  // Newest id first, as the pages are.
  expect(names(list())).toEqual(['Cem', 'Bob', 'Bea', 'Ada']);
  stop();
});

test('what is deleted leaves at once, and so does what is not found any more', async () => {
  const { source, rows, asked, list, stop } = await whole();
  rows.delete('a');
  await followChanges(client, source, [changed('c', 'deleted'), changed('a')]);
  expect(asked).toEqual(['a']);
  expect(names(list())).toEqual(['Ben']);
  dropFromDirectoryList(client, 'users', ['b']);
  expect(names(list())).toEqual([]);
  stop();
});

test('a change without a name, and very many changes, read the list again', async () => {
  const { source, asked, reads, next, stop } = await whole();
  for (const changes of [[changed(undefined)], Array.from({ length: 30 }, (_, i) => changed(`x${i}`))]) {
    const before = reads();
    const following = followChanges(client, source, changes);
    await next();
    await next();
    await following;
    expect(reads()).toBe(before + 1);
  }
  expect(asked).toEqual([]);
  stop();
});

test('nothing is read while nobody looks', async () => {
  const { source, asked, reads, stop } = await whole();
  stop();
  await followChanges(client, source, [changed('b')]);
  expect(asked).toEqual([]);
  expect(reads()).toBe(1);
  expect(client.getQueryState(['users', { of: 'site' }])?.isInvalidated).toBe(true);
});

test('a row that cannot be read reads the list again', async () => {
  const { source, reads, next, stop } = await whole();
  const away = { ...source, one: () => Promise.reject(new AppError('unreachable', 'no network')) };
  const following = followChanges(client, away, [changed('b')]);
  await vi.waitFor(() => expect(reads()).toBe(2));
  await next();
  await next();
  await following;
  stop();
});

test('a row that could not be read is read with the next change, also where the list could not be read again', async () => {
  const { source, rows, reads, next, list, setPages, stop } = await whole();
  const away = () => Promise.reject(new AppError('unreachable', 'no network'));
  client.setQueryDefaults(['users'], { retry: false });
  const query = client.getQueryCache().find({ queryKey: ['users', { of: 'site' }] });
  query?.setOptions({ ...query.options, queryFn: away, retry: false });
  await followChanges(client, { ...source, one: away }, [changed('b')]);
  expect(query?.state).toMatchObject({ isInvalidated: true, fetchStatus: 'idle' });

  query?.setOptions({ ...query.options, ...(directoryListQuery(source) as object) });
  rows.set('b', { id: 'b', name: 'Bea' });
  setPages([[C], [{ id: 'b', name: 'Bea' }, A]]);
  const following = followChanges(client, source, [changed('c')]);
  await vi.waitFor(() => expect(reads()).toBe(2));
  await next();
  await next();
  await following;
  expect(names(list())).toEqual(['Cem', 'Bea', 'Ada']);
  stop();
});

test('a row that was asked for before it was deleted does not come back', async () => {
  const { source, list } = await whole();
  let answer = (_: Row) => {};
  const slow: DirectoryListSource<Row> = {
    ...source,
    one: () => new Promise((resolve) => (answer = resolve)),
  };
  const update = followChanges(client, slow, [changed('b')]);
  await Promise.resolve();
  const deletion = followChanges(client, slow, [changed('b', 'deleted')]);
  expect(names(list())).not.toContain('Ben');
  await Promise.resolve();
  answer({ id: 'b', name: 'Ben again' });
  await Promise.all([update, deletion]);
  expect(names(list())).toEqual(['Cem', 'Ada']);
});
