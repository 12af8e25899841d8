import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type { Fetch } from '#protocol/json-request.ts';
import {
  INVENTORY_DATABASE,
  type InventoryQuery,
  type InventoryReading,
} from '#protocol/threads/inventory-worker.ts';
import { createInventoryWorker } from './create-inventory-worker.ts';
import { openKeptCopy } from './kept-copy.ts';

const SOURCE = { restUrl: 'http://rest/v1', tenantKey: 'demo', owner: 'demo/riverside/tina' };
const QUERY: InventoryQuery = {
  table: 'programs',
  search: '',
  columns: ['name', 'publisher'],
  sort: { column: 'name', isDescending: false },
  groupBy: undefined,
  page: 1,
  perPage: 10,
};

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(async () => {
  vi.restoreAllMocks();
  const { openDB } = await import('idb');
  const db = await openDB(INVENTORY_DATABASE.name);
  for (const store of db.objectStoreNames) await db.clear(store);
  db.close();
});

type Kept = Map<string, { updated: string; program: string }>;

/** A platform with these devices; `says` stands for what it refuses. */
function platform(devices: Kept) {
  const calls: URLSearchParams[] = [];
  const says = {
    status: 200,
    token: 'good',
    failures: 0,
    beforeAnswer: undefined as ((query: URLSearchParams) => Promise<void> | void) | undefined,
  };
  const fetch: Fetch = async (input, init) => {
    const query = new URL(input).searchParams;
    calls.push(query);
    if (says.failures > 0) {
      says.failures -= 1;
      throw new TypeError('no network');
    }
    const refuse = (status: number) => Response.json({ code: 'x', message: 'no', messages: [] }, { status });
    if (new Headers(init.headers).get('authorization') !== `Bearer ${says.token}`) return refuse(401);
    if (says.status !== 200) return refuse(says.status);
    await says.beforeAnswer?.(query);
    const before = query.get('_lt_id');
    const ids = query.get('ids')?.split(',');
    const page = [...devices]
      .filter(([id]) => (before === null || id < before) && (ids?.includes(id) ?? true))
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .slice(0, Number(query.get('limit') ?? 500));
    return Response.json(
      page.map(([id, { updated, program }]) => ({
        id,
        updated,
        ...(query.get('fields') !== 'id,updated' && {
          inventoryResults: { type: 'windowsAgent', system: [{ computer_name: `PC ${id}` }] },
          softwareResults: { software: [{ name: program, publisher: '', version: '1' }] },
        }),
      })),
    );
  };
  return { fetch, calls, says };
}

function schoolOf(count: number): Kept {
  const number = (n: number) => String(n).padStart(5, '0');
  return new Map(
    Array.from({ length: count }, (_, n) => [`d${number(n)}`, { updated: 't1', program: `P ${n % 7}` }]),
  );
}

const DAY_MS = 86_400_000;

/** `laterMs`: how much later than the others this worker starts. */
function start(fetch: Fetch, owner = SOURCE.owner, laterMs = 0) {
  const clock = createFakeClock();
  clock.jump(laterMs);
  const worker = createInventoryWorker({ fetch, openCopy: (each) => openKeptCopy(each, clock.now), clock });
  const readings: InventoryReading[] = [];
  const opened = worker.open(
    { ...SOURCE, owner },
    async (rejected) => (rejected === undefined ? 'old' : 'good'),
    (reading) => void readings.push(reading),
  );
  return { worker, clock, readings, opened, last: () => readings.at(-1) };
}

const full = (calls: readonly URLSearchParams[]) =>
  calls.filter((query) => query.get('fields')?.includes('softwareResults'));

test('reads every page once, with a new token where the old one is refused, and says how far it is', async () => {
  const { fetch, calls } = platform(schoolOf(1_100));
  const { worker, opened, last } = start(fetch);
  await opened;
  expect(last()).toMatchObject({ name: 'read', read: 1_100, total: 1_100 });
  // Each field more would be megabytes of a school.
  expect(new Set(calls.map((query) => query.get('fields')))).toEqual(
    new Set(['id,updated', 'id,inventoryResults,softwareResults,updated']),
  );
  const pages = full(calls).filter((query) => query.get('_lt_id') !== null);
  expect(pages.map((query) => [query.get('limit'), query.get('_lt_id')])).toEqual([
    ['500', 'd00600'],
    ['500', 'd00100'],
  ]);
  const { rows, found, total } = await worker.rows({ ...QUERY, perPage: 3 });
  expect({ found, total }).toEqual({ found: 7, total: 7 });
  expect(rows).toMatchObject([
    { name: 'P 0', publisher: 'Not specified', totalInstalls: 158 },
    { name: 'P 1', totalInstalls: 157 },
    { name: 'P 2', totalInstalls: 157 },
  ]);
});

test('the next pages are asked for while one is awaited, never more than two', async () => {
  const { fetch, calls, says } = platform(schoolOf(2_300));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  says.beforeAnswer = (query) =>
    query.get('fields')?.includes('softwareResults') && query.get('_lt_id') === null ? held : undefined;
  const { opened, last } = start(fetch);
  const asked = () => full(calls).flatMap((query) => query.get('_lt_id') ?? []);
  await vi.waitFor(() => expect(asked()).toEqual(['d01800', 'd01300']));
  expect(last()).toMatchObject({ name: 'reading', read: 0 });
  release();
  await opened;
  expect(asked()).toEqual(['d01800', 'd01300', 'd00800', 'd00300']);
  expect(last()).toMatchObject({ name: 'read', read: 2_300, total: 2_300 });
});

test('a device that another one has pushed out of its page is read by itself', async () => {
  const school = schoolOf(1_100);
  const { fetch, calls, says } = platform(school);
  says.beforeAnswer = (query) => {
    const isPage = query.get('fields') !== 'id,updated';
    if (isPage && query.get('_lt_id') === 'd00600') school.set('d00599x', { updated: 't1', program: 'P 0' });
  };
  const { worker, opened } = start(fetch);
  await opened;
  expect(full(calls).flatMap((query) => query.get('ids') ?? [])).toEqual(['d00100']);
  expect((await worker.rows({ ...QUERY, table: 'devices', columns: [], sort: undefined })).total).toBe(1_101);
});

test('the second visit opens from what is kept, and reads only what is other', async () => {
  const school = schoolOf(600);
  const first = start(platform(school).fetch);
  await first.opened;
  school.set('d00007', { updated: 't2', program: 'New' });
  school.delete('d00008');
  school.set('e1', { updated: 't1', program: 'P 0' });
  const { fetch, calls } = platform(school);
  const second = start(fetch);
  await second.opened;
  // The rows stood before the platform had answered.
  expect(second.readings[0]).toMatchObject({ name: 'reading', read: 0 });
  expect(full(calls).map((query) => query.get('ids'))).toEqual(['e1,d00007']);
  expect((await second.worker.rows({ ...QUERY, table: 'devices', columns: [], sort: undefined })).total).toBe(
    600,
  );
  expect(await second.worker.softwareOf('d00007')).toMatchObject({ programs: [{ name: 'New' }] });
  expect(await second.worker.softwareOf('d00008')).toBeUndefined();
});

test('what is kept is one person’s, and is gone when they have signed out, also while it is being read', async () => {
  const { fetch } = platform(schoolOf(3));
  await start(fetch).opened;
  const other = platform(schoolOf(3));
  await start(other.fetch, 'demo/riverside/tom').opened;
  expect(full(other.calls).every((query) => query.get('ids') === null)).toBe(true);

  const late = start(platform(schoolOf(4)).fetch);
  await vi.waitFor(() => expect(late.readings.length).toBeGreaterThan(0));
  const { openDB } = await import('idb');
  const db = await openDB(INVENTORY_DATABASE.name);
  await db.clear('owners');
  await db.clear('copies');
  await late.opened;
  expect(await db.getAllKeys('copies')).toEqual([]);
  db.close();
});

test('a device that has answered anew, or is gone, is read by itself', async () => {
  const school = schoolOf(5);
  const { fetch, calls } = platform(school);
  const { worker, opened, last } = start(fetch);
  await opened;
  calls.length = 0;
  school.set('d00001', { updated: 't2', program: 'New' });
  school.delete('d00002');
  await worker.changed(['d00001', 'd00002']);
  expect(calls.map((query) => query.get('ids'))).toEqual(['d00001,d00002']);
  expect(last()).toMatchObject({ name: 'read', read: 4, total: 4 });
  expect(await worker.softwareOf('d00001')).toMatchObject({ programs: [{ name: 'New' }] });
});

test('a failure that passes is tried again; one that stays is told, and what was read stays', async () => {
  const { fetch, says } = platform(schoolOf(2));
  says.failures = 2;
  const { worker, opened, clock, last } = start(fetch);
  await vi.waitFor(() => {
    clock.jump(1_000);
    expect(last()).toMatchObject({ name: 'read', read: 2 });
  });
  await opened;
  says.failures = 100;
  const refreshed = worker.refresh();
  await vi.waitFor(() => {
    clock.jump(10_000);
    expect(last()).toMatchObject({ name: 'failed', code: 'unreachable' });
  });
  await refreshed;
  expect((await worker.rows(QUERY)).total).toBe(2);
});

test('a copy says of when it is, and is not shown when it is older than a week', async () => {
  const { fetch, says } = platform(schoolOf(2));
  const owner = 'of a week';
  const first = start(fetch, owner);
  await first.opened;
  expect(first.last()?.keptAt).toBeUndefined();
  const keptAt = first.clock.now();
  says.failures = 1_000;
  const unread = async (days: number) => {
    const later = start(fetch, owner, days * DAY_MS);
    await vi.waitFor(() => {
      later.clock.jump(10_000);
      expect(later.last()).toMatchObject({ name: 'failed', code: 'unreachable' });
    });
    await later.opened;
    return { keptAt: later.last()?.keptAt, total: (await later.worker.rows(QUERY)).total };
  };
  expect(await unread(6)).toEqual({ keptAt, total: 2 });
  expect(await unread(8)).toEqual({ keptAt: undefined, total: 0 });

  // Nothing is other a day later: the copy is of that day all the same.
  says.failures = 0;
  await start(fetch, owner, 5 * DAY_MS).opened;
  says.failures = 1_000;
  expect(await unread(8)).toMatchObject({ total: 2 });
});

test('a token that the page cannot get is a failure of the network, which passes', async () => {
  const { fetch } = platform(schoolOf(2));
  const clock = createFakeClock();
  const worker = createInventoryWorker({ fetch, openCopy: (each) => openKeptCopy(each, clock.now), clock });
  const readings: InventoryReading[] = [];
  let isAway = true;
  const opened = worker.open(
    SOURCE,
    async () => {
      // From another thread an error comes without what is its own.
      if (isAway) throw new Error('the auth service cannot be reached');
      return 'good';
    },
    (reading) => void readings.push(reading),
  );
  await vi.waitFor(() => {
    clock.jump(10_000);
    expect(readings.at(-1)).toMatchObject({ name: 'failed', code: 'unreachable' });
  });
  await opened;
  isAway = false;
  await worker.refresh();
  expect(readings.at(-1)).toMatchObject({ name: 'read', read: 2 });
});

test.each([
  [403, 'forbidden'],
  [409, 'conflict'],
])(
  'status %i: the tutor may see nothing any more, on the screen and on this computer',
  async (status, code) => {
    const { fetch, says } = platform(schoolOf(2));
    const { worker, opened, last } = start(fetch);
    await opened;
    says.status = status;
    await worker.refresh();
    expect(last()).toMatchObject({ name: 'failed', code });
    expect((await worker.rows(QUERY)).total).toBe(0);
    const again = platform(new Map());
    await start(again.fetch).opened;
    expect(full(again.calls).some((query) => query.get('ids') === null)).toBe(true);
  },
);

test('rows are searched as they are shown, sorted, grouped and paged', async () => {
  const school: Kept = new Map([
    ['a', { updated: new Date(2024, 2, 5, 15, 4).toISOString(), program: 'beta 10' }],
    ['b', { updated: new Date(2025, 2, 5).toISOString(), program: 'Beta 9' }],
    ['c', { updated: new Date(2023, 2, 5).toISOString(), program: 'alpha' }],
  ]);
  const { worker, opened } = start(platform(school).fetch);
  await opened;
  const names = async (query: Partial<InventoryQuery>) =>
    (await worker.rows({ ...QUERY, ...query })).rows.map((row) => ('name' in row ? row.name : row.id));
  expect(await names({})).toEqual(['alpha', 'Beta 9', 'beta 10']);
  expect(await names({ search: ' BETA ' })).toEqual(['Beta 9', 'beta 10']);
  expect(await names({ sort: { column: 'name', isDescending: true }, groupBy: 'publisher' })).toEqual([
    'beta 10',
    'Beta 9',
    'alpha',
  ]);
  expect(await names({ page: 9, perPage: 2 })).toEqual(['beta 10']);
  const devices = { table: 'devices', columns: ['updated'] } as const;
  expect(await names({ ...devices, search: 'march 5, 2024, 3:04', sort: undefined })).toEqual(['a']);
  expect(await names({ ...devices, sort: { column: 'updated', isDescending: true } })).toEqual([
    'b',
    'a',
    'c',
  ]);
  expect(await worker.ids({ ...QUERY, ...devices, sort: undefined, perPage: 1 })).toHaveLength(3);
});
