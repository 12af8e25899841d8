import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { workFor } from '#base/work-owner.ts';
import { createDatabaseQueue, type DatabaseQueue } from './database-queue.ts';

const MAX_WAIT_MS = 1_000;

let queue: DatabaseQueue;
let served: string[];
beforeEach(() => {
  vi.useFakeTimers();
  queue = createDatabaseQueue(1, MAX_WAIT_MS);
  served = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** One query of `ms`; `name` is noted when it is served. */
async function query(name: string, ms = 10): Promise<void> {
  const { release } = await queue.take();
  served.push(name);
  await new Promise((resolve) => setTimeout(resolve, ms));
  release();
}
const queryOf = (account: string, name = account, ms?: number) => workFor({ account }, () => query(name, ms));
const inBackground = (name: string) => workFor('background', () => query(name));

it('serves accounts in turn: of many queries of one, another waits for one only', async () => {
  const all = ['1', '2', '3', '4'].map((n) => queryOf('busy', `busy ${n}`));
  all.push(queryOf('other'), query('platform'), queryOf('busy', 'busy 5'), queryOf('other', 'other 2'));
  await vi.runAllTimersAsync();
  await Promise.all(all);
  expect(served).toEqual(['busy 1', 'busy 2', 'other', 'platform', 'busy 3', 'other 2', 'busy 4', 'busy 5']);
});

it('serves background work last, but not never', async () => {
  const all = [queryOf('a', 'first'), inBackground('import')];
  for (let n = 0; n < 40; n += 1) all.push(queryOf('a'), queryOf('b'));
  await vi.runAllTimersAsync();
  await Promise.all(all);
  expect(served.indexOf('import')).toBeGreaterThan(20);
  expect(served.indexOf('import')).toBeLessThan(40);
});

it('serves as many at once as there are connections', async () => {
  queue = createDatabaseQueue(2, MAX_WAIT_MS);
  const all = [queryOf('a'), queryOf('a'), queryOf('a')];
  await vi.advanceTimersByTimeAsync(1);
  expect(served).toHaveLength(2);
  await vi.runAllTimersAsync();
  await Promise.all(all);
  expect(served).toHaveLength(3);
});

it('loses no connection where the wait of the chosen one runs out before it begins', async () => {
  vi.useRealTimers();
  queue = createDatabaseQueue(1, 20);
  const { release } = await queue.take();
  const chosen = queue.take();
  // Immediates that an immediate asks for come after the timers.
  setImmediate(() => {
    release();
    const from = performance.now();
    while (performance.now() - from < 40);
  });
  (await chosen).release();
  (await queue.take()).release();
});

it('refuses with status 503 and a time to come again what has waited too long, and serves the next', async () => {
  const long = queryOf('a', 'long', MAX_WAIT_MS + 500);
  const late = expect(queryOf('a', 'late')).rejects.toMatchObject({ detail: { status: 503, retryAfter: 5 } });
  await vi.advanceTimersByTimeAsync(MAX_WAIT_MS);
  await late;
  const next = queryOf('a', 'next');
  await vi.runAllTimersAsync();
  await Promise.all([long, next]);
  expect(served).toEqual(['long', 'next']);
});

it('refuses all that wait when it ends', async () => {
  const running = queryOf('a');
  const waiting = [queryOf('a'), inBackground('import')].map((each) =>
    expect(each).rejects.toThrow('closed'),
  );
  await vi.advanceTimersByTimeAsync(1);
  queue.refuse(new Error('closed'));
  await Promise.all(waiting);
  await vi.runAllTimersAsync();
  await running;
});
