import { expect, test, vi } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type {
  InventoryQuery,
  InventoryReading,
  InventoryWorker,
} from '#protocol/threads/inventory-worker.ts';
import { createInventoryClient } from './create-inventory-client.ts';

const QUERY: InventoryQuery = {
  table: 'devices',
  search: '',
  columns: [],
  sort: undefined,
  groupBy: undefined,
  page: 1,
  perPage: 10,
};

function setUp() {
  const clock = createFakeClock();
  const workers: { isRunning: boolean; fail(): void; tell(reading: Partial<InventoryReading>): void }[] = [];
  let endSession = () => {};
  let refreshes = 0;
  const face = {
    open: (_source, _token, onReading) => {
      const worker = workers.at(-1);
      if (worker)
        worker.tell = (reading) => onReading({ name: 'read', read: 1, total: 1, version: 1, ...reading });
      return new Promise<void>(() => {});
    },
    rows: () => new Promise(() => {}),
    refresh: async () => {
      refreshes += 1;
    },
  } as Partial<InventoryWorker> as InventoryWorker;
  const client = createInventoryClient({
    start(onFailed) {
      const worker = { isRunning: true, fail: onFailed, tell: () => {} };
      workers.push(worker);
      return {
        face,
        end() {
          worker.isRunning = false;
        },
      };
    },
    proxy: (value) => value,
    source: () => ({ restUrl: '', tenantKey: '', owner: '' }),
    token: async () => 'token',
    onSessionEnd(listener) {
      endSession = listener;
      return () => {};
    },
    clock,
    idleMs: 30_000,
  });
  return { client, clock, workers, endSession: () => endSession(), refreshes: () => refreshes };
}

test('one worker serves who is attached, and goes on for a while when nobody is', () => {
  const { client, clock, workers } = setUp();
  const first = client.attach();
  const second = client.attach();
  first();
  first();
  second();
  clock.jump(29_000);
  const third = client.attach();
  clock.jump(60_000);
  expect(workers).toHaveLength(1);
  third();
  clock.jump(30_000);
  expect(workers.map(({ isRunning }) => isRunning)).toEqual([false]);
  expect(clock.pending()).toBe(0);
});

test('who comes back reads what has changed while nobody was there', () => {
  const { client, workers, refreshes } = setUp();
  const first = client.attach();
  client.attach()();
  expect(refreshes()).toBe(0);
  first();
  client.attach();
  expect([workers.length, refreshes()]).toEqual([1, 1]);
});

test('the end of the session ends the worker at once, and nothing that is still drawn starts another', async () => {
  const { client, workers, endSession } = setUp();
  client.attach();
  workers[0]?.tell({ read: 7 });
  expect(client.reading.get().read).toBe(7);
  const asked = client.rows(QUERY);
  endSession();
  await expect(asked).rejects.toMatchObject({ code: 'aborted' });
  await expect(client.rows(QUERY)).rejects.toMatchObject({ code: 'aborted' });
  client.changed(['d1']);
  client.refresh();
  expect(workers.map(({ isRunning }) => isRunning)).toEqual([false]);
  // What a worker that has ended still says is not heard.
  workers[0]?.tell({ read: 9 });
  expect(client.reading.get().read).toBe(0);
  client.attach();
  expect(workers).toHaveLength(2);
});

test('a worker that dies is said to have failed, and another one reads everything', () => {
  const { client, workers } = setUp();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  client.attach();
  workers[0]?.fail();
  expect(client.reading.get()).toMatchObject({ name: 'failed', code: 'server' });
  client.refresh();
  expect(workers.map(({ isRunning }) => isRunning)).toEqual([false, true]);
});

test('who is not attached asks nothing', async () => {
  const { client, workers } = setUp();
  await expect(client.rows(QUERY)).rejects.toMatchObject({ code: 'aborted' });
  client.refresh();
  expect(workers).toEqual([]);
});
