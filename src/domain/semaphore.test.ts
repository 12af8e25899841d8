import { expect, test } from 'vitest';
import { boundedWork, createSemaphore } from './semaphore.ts';

/** Work that ends when the test settles it. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, { end(): void; fail(): void }>();
  return {
    begun,
    run(name: string): Promise<string> {
      begun.push(name);
      return new Promise((resolve, reject) => {
        ends.set(name, { end: () => resolve(name), fail: () => reject(new Error(name)) });
      });
    },
    end: (name: string) => ends.get(name)?.end(),
    fail: (name: string) => ends.get(name)?.fail(),
  };
}

test('work beyond the limit is queued, and begins in the order of its calls', async () => {
  const work = createWork();
  const semaphore = createSemaphore(2);
  const [, second, third] = ['a', 'b', 'c', 'd'].map((name) => semaphore(() => work.run(name)));
  expect(work.begun).toEqual(['a', 'b']);
  work.end('b');
  expect(await second).toBe('b');
  await expect.poll(() => work.begun).toEqual(['a', 'b', 'c']);
  work.end('c');
  await third;
  await expect.poll(() => work.begun).toEqual(['a', 'b', 'c', 'd']);
});

test('a call that comes when a slot is freed does not overtake the queue', async () => {
  const work = createWork();
  const semaphore = createSemaphore(1);
  const first = semaphore(() => work.run('first'));
  void semaphore(() => work.run('queued'));
  work.end('first');
  await first;
  void semaphore(() => work.run('late'));
  await expect.poll(() => work.begun).toEqual(['first', 'queued']);
});

test('failed work frees its slot, and only its own caller receives the error', async () => {
  const work = createWork();
  const semaphore = createSemaphore(1);
  const failing = semaphore(() => work.run('failing'));
  const next = semaphore(() => work.run('next'));
  work.fail('failing');
  await expect(failing).rejects.toThrow('failing');
  await expect.poll(() => work.begun).toEqual(['failing', 'next']);
  work.end('next');
  expect(await next).toBe('next');
});

test('bounded work returns the results in the order of the items', async () => {
  const work = createWork();
  const results = boundedWork(['a', 'b', 'c'], 2, work.run);
  expect(work.begun).toEqual(['a', 'b']);
  work.end('b');
  await expect.poll(() => work.begun).toEqual(['a', 'b', 'c']);
  work.end('c');
  work.end('a');
  expect(await results).toEqual(['a', 'b', 'c']);
  expect(await boundedWork([], 2, work.run)).toEqual([]);
});
