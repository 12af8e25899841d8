import { expect, test } from 'vitest';
import { beginWork } from './begun-work.ts';
import { createFakeLockManager } from './fakes/fake-lock-manager.ts';
import { isWorkBegun, whenNoWorkIsBegun } from './no-begun-work.ts';

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

function setUp() {
  const locks = createFakeLockManager();
  const stop = new AbortController();
  const done: string[] = [];
  const wait = (name = 'done') => whenNoWorkIsBegun(() => void done.push(name), stop.signal, locks);
  return { locks, stop, done, wait, begin: () => beginWork(locks) };
}

test('waits for everything that was begun, in whichever tab', async () => {
  const { locks, done, wait, begin } = setUp();
  const ends = [begin(), begin()];
  await settle();
  expect(await isWorkBegun(locks)).toBe(true);
  void wait();
  await settle();
  ends[0]?.();
  await settle();
  expect(done).toEqual([]);
  ends[1]?.();
  await settle();
  expect(done).toEqual(['done']);
  expect(await isWorkBegun(locks)).toBe(false);
});

test('waits also for what was begun while it waited', async () => {
  const { done, wait, begin } = setUp();
  const first = begin();
  await settle();
  void wait();
  await settle();
  const second = begin();
  await settle();
  first();
  await settle();
  expect(done).toEqual([]);
  second();
  await settle();
  expect(done).toEqual(['done']);
});

test('two who wait do not wait for each other', async () => {
  const { done, wait, begin } = setUp();
  const end = begin();
  await settle();
  void wait('one');
  void wait('other');
  end();
  await settle();
  expect(done).toEqual(['one', 'other']);
});

test('work that was given up before its lock was there holds up nobody', async () => {
  const { locks, done, wait, begin } = setUp();
  const held = new AbortController();
  const untilFree = () =>
    new Promise<void>((resolve) => held.signal.addEventListener('abort', () => resolve()));
  void locks.request('lectern.begun-work', untilFree);
  await settle();
  const end = begin();
  end();
  void wait();
  held.abort();
  await settle();
  expect(done).toEqual(['done']);
});

test('who gives up waiting is not called any more', async () => {
  const { stop, done, wait, begin } = setUp();
  const end = begin();
  await settle();
  const waiting = wait();
  stop.abort();
  await expect(waiting).rejects.toThrow();
  end();
  await settle();
  expect(done).toEqual([]);
});

test('without locks of the browser nothing holds anything up', async () => {
  const done: string[] = [];
  beginWork(undefined)();
  await whenNoWorkIsBegun(() => void done.push('done'), new AbortController().signal, undefined);
  expect(done).toEqual(['done']);
});
