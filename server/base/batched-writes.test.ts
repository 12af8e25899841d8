import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBatchedWrites } from './batched-writes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const stored: string[][] = [];
  const failures: unknown[] = [];
  const world = { fails: false };
  const rows: string[] = [];
  const writes = createBatchedWrites(
    async () => {
      if (world.fails) throw new Error('database away');
      stored.push(rows.splice(0));
    },
    (error) => failures.push(error),
  );
  const collect = (row: string) => {
    rows.push(row);
    writes.schedule();
  };
  return { writes, collect, world, stored, failures };
}

test('rows of one second are one batch', async () => {
  const { collect, stored } = setUp();
  collect('a');
  await vi.advanceTimersByTimeAsync(900);
  collect('b');
  await vi.advanceTimersByTimeAsync(99);
  expect(stored).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(stored).toEqual([['a', 'b']]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a failed batch is reported and written again after five seconds', async () => {
  const { collect, world, stored, failures } = setUp();
  world.fails = true;
  collect('a');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(failures).toHaveLength(1);
  world.fails = false;
  await vi.advanceTimersByTimeAsync(4_999);
  expect(stored).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(stored).toEqual([['a']]);
});

test('closing writes the rest without a delay, and starts no timer even if that fails', async () => {
  const { writes, collect, world, stored, failures } = setUp();
  collect('a');
  await writes.close();
  expect(stored).toEqual([['a']]);
  world.fails = true;
  collect('b');
  await writes.close();
  expect(failures).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
