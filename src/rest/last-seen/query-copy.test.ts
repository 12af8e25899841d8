import 'fake-indexeddb/auto';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { createCopyStore } from './copy-store.ts';
import { lastSeenAt, oldestLastSeen } from './last-seen.ts';
import { createQueryCopy } from './query-copy.ts';

const ME = 'console:riverside t1';
const NOW = Date.parse('2026-03-04T10:42:00Z');
const HOUR_MS = 3_600_000;
const group = {
  id: 'g',
  name: '7A',
  title: '7A',
  definitionName: 'userGroup',
  global: false,
  properties: {},
};
const groups = ['groups'];
const members = (id: string) => ['groups', id, 'members'];
const ada = { kind: 'user', id: 'u1', name: 'Ada' };
const devices = ['devices', { of: 'site' }];
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `d${index}`,
    hostname: `PC-${index}`,
    type: 'unknown',
  }));

let now = NOW;
let rights = 'userViewer';
let stop = new AbortController();
let due: (() => void)[] = [];
let open: { close(): Promise<void> }[] = [];

/** What waits to be kept is kept by `settle`. */
const clock = {
  now: () => now,
  after(_ms: number, run: () => void) {
    due.push(run);
    return () => {
      due = due.filter((each) => each !== run);
    };
  },
};

function copyOf(owner = ME) {
  const copy = createQueryCopy({ owner, rights: () => rights, clock });
  open.push(copy);
  return copy;
}

const heads = async () => {
  const store = createCopyStore();
  open.push(store);
  return (await store.heads()).map(({ key }) => key.join(' '));
};

/** A page of the person, which shows what there is of these queries. */
async function openPage(owner = ME, queryKeys: readonly (readonly unknown[])[] = []) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 300_000 } } });
  const copy = copyOf(owner);
  copy.follow(client, AbortSignal.any([stop.signal]));
  await copy.restore(client);
  for (const queryKey of queryKeys) client.getQueryCache().build(client, { queryKey });
  // Without a copy there is nothing to wait for.
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return { client, copy };
}

async function settle(): Promise<void> {
  for (const run of due.splice(0)) run();
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function keep(queryKey: readonly unknown[], data: unknown, owner = ME): Promise<void> {
  const { client } = await openPage(owner);
  client.setQueryData(queryKey, data, { updatedAt: now });
  await settle();
}

beforeEach(() => {
  now = NOW;
  rights = 'userViewer';
  due = [];
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await copyOf().forget();
  for (const each of open) await each.close();
  open = [];
});

test('how many members each group has is kept as that, and not as a group', async () => {
  const counts = ['groups', 'counts'];
  await keep(counts, [{ id: 'g', members: 33, tutors: 4 }]);
  const { client } = await openPage(ME, [counts]);
  expect(client.getQueryData(counts)).toEqual([{ id: 'g', members: 33, tutors: 4 }]);
});

test('what was read once is there at the next start, with its time, and due for another read', async () => {
  await keep(groups, [group]);
  now += HOUR_MS;
  const { client } = await openPage();
  expect(client.getQueryData(groups)).toMatchObject([{ id: 'g', title: '7A' }]);
  expect(client.getQueryState(groups)).toMatchObject({ dataUpdatedAt: NOW, isInvalidated: true });
});

test('a roster is there when it is asked for, and the next answer takes its place', async () => {
  await keep(members('g'), [ada]);
  const { client } = await openPage(ME, [members('g'), members('other')]);
  const query = client.getQueryCache().find({ queryKey: members('g') });
  expect(query?.state.data).toEqual([expect.objectContaining(ada)]);
  expect(query && lastSeenAt(query)).toBe(NOW);
  expect(client.getQueryData(members('other'))).toBeUndefined();

  const stopWatching = new QueryObserver(client, {
    queryKey: members('g'),
    queryFn: () => new Promise(() => {}),
  }).subscribe(() => {});
  expect(oldestLastSeen(client)).toBe(NOW);
  client.setQueryData(members('g'), [ada], { updatedAt: NOW + 1 });
  expect(oldestLastSeen(client)).toBeUndefined();
  stopWatching();
});

test('a list whose copy another tab has dropped is written as a whole', async () => {
  const { client } = await openPage();
  const rows = rowsOf(1_200);
  client.setQueryData(devices, { rows, isComplete: true }, { updatedAt: now });
  await settle();
  await copyOf().forget();
  const next = rows.map((row) => (row.id === 'd700' ? { ...row, hostname: 'LAB' } : row));
  client.setQueryData(devices, { rows: next, isComplete: true }, { updatedAt: now + 1 });
  await settle();
  const later = await openPage(ME, [devices]);
  expect(later.client.getQueryData(devices)).toMatchObject({ rows: { length: 1_200 } });
});

test('a long list lies in parts; of one that changes only the changed part is written again', async () => {
  const { client } = await openPage();
  const rows = rowsOf(1_200);
  client.setQueryData(devices, { rows, isComplete: true }, { updatedAt: now });
  await settle();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const next = rows.map((row) => (row.id === 'd700' ? { ...row, hostname: 'LAB' } : row));
  client.setQueryData(devices, { rows: next, isComplete: true }, { updatedAt: now + 1 });
  await settle();
  // One part, and the head.
  expect(put).toHaveBeenCalledTimes(2);
  put.mockRestore();
  const later = await openPage(ME, [devices]);
  const kept = later.client.getQueryData<{ rows: { hostname: string }[]; isComplete: boolean }>(devices);
  expect(kept?.isComplete).toBe(true);
  expect(kept?.rows.map(({ hostname }) => hostname)).toEqual(next.map(({ hostname }) => hostname));
});

test('a list that got shorter leaves no part behind', async () => {
  await keep(devices, { rows: rowsOf(1_200), isComplete: true });
  await keep(devices, { rows: rowsOf(3), isComplete: true });
  const { client } = await openPage(ME, [devices]);
  expect(client.getQueryData(devices)).toMatchObject({ rows: { length: 3 } });
});

test.each([
  ['that is still being read', { rows: rowsOf(3), isComplete: false }],
  ['that is too long', { rows: rowsOf(20_001), isComplete: true }],
])('a list %s is not kept', async (_, list) => {
  await keep(devices, list);
  expect(await heads()).toEqual([]);
});

test.each([['userlogs', { groupId: 'g' }, 'newest'], ['live-rooms'], ['sync-jobs']])(
  'what is not named is not kept: %s',
  async (...queryKey) => {
    await keep(queryKey, [group]);
    expect(await heads()).toEqual([]);
  },
);

test('a copy is of one person and one session only', async () => {
  await keep(groups, [group]);
  for (const owner of ['console:riverside t2', 'console:hill t1']) {
    const { client } = await openPage(owner);
    expect(client.getQueryData(groups)).toBeUndefined();
  }
});

test('with other roles there is no copy, and it is dropped', async () => {
  await keep(groups, [group]);
  rights = '';
  const { client, copy } = await openPage();
  expect(client.getQueryData(groups)).toBeUndefined();
  await copy.tidy([ME]);
  expect(await heads()).toEqual([]);
});

test('after a week there is no copy, and it is dropped', async () => {
  await keep(groups, [group]);
  now += 7 * 24 * HOUR_MS;
  const { client, copy } = await openPage();
  expect(client.getQueryData(groups)).toBeUndefined();
  await copy.tidy([ME]);
  expect(await heads()).toEqual([]);
});

test('whose session this browser has no more, has no copy either', async () => {
  await keep(groups, [group], 'console:riverside t2');
  await keep(groups, [group]);
  await copyOf().tidy([ME]);
  expect(await heads()).toEqual([`${ME} ["groups"]`]);
});

test('of rosters the latest dozen is kept', async () => {
  for (let index = 0; index < 15; index += 1) {
    now += 1;
    await keep(members(`g${index}`), [ada]);
  }
  await copyOf().tidy([ME]);
  const kept = await heads();
  expect(kept).toHaveLength(12);
  expect(kept).not.toContain(`${ME} ["groups","g2","members"]`);
  expect(kept).toContain(`${ME} ["groups","g14","members"]`);
});

test.each(['forbidden', 'not-found'] as const)('what is %s now is dropped', async (code) => {
  await keep(members('g'), [ada]);
  const { client } = await openPage();
  const refuse = async () => {
    throw new AppError(code, 'no');
  };
  await client.fetchQuery({ queryKey: members('g'), queryFn: refuse }).catch(() => {});
  await settle();
  expect(await heads()).toEqual([]);
  const later = await openPage(ME, [members('g')]);
  expect(later.client.getQueryData(members('g'))).toBeUndefined();
});

test('signing out drops every copy, and nothing is written after', async () => {
  await keep(groups, [group]);
  const { client } = await openPage();
  client.setQueryData(members('g'), [ada]);
  const writing = settle();
  stop.abort();
  await copyOf().forget();
  await writing;
  client.setQueryData(groups, [group]);
  await settle();
  expect(await heads()).toEqual([]);
});

test('an answer that came first is not replaced by a copy', async () => {
  await keep(groups, [group]);
  const client = new QueryClient();
  client.setQueryData(groups, []);
  await copyOf().restore(client);
  expect(client.getQueryData(groups)).toEqual([]);
});

test('a copy that does not fit its schema is no copy', async () => {
  await keep(groups, [{ id: 5 }]);
  await keep(['tags'], [{ id: 'x', name: 'North' }]);
  const { client } = await openPage();
  expect(client.getQueryData(['tags'])).toBeDefined();
  expect(client.getQueryData(groups)).toBeUndefined();
});
