import { expect, it } from 'vitest';
import { createKeyedWork } from './keyed-work.ts';

function start() {
  const failures: unknown[] = [];
  const done: string[] = [];
  const work = createKeyedWork((error) => failures.push(error));
  const waiting = new Map<string, () => void>();
  return {
    work,
    failures,
    done,
    /** A piece that lasts until `finish`. */
    add: (key: string, name: string) =>
      work.enqueue(key, async () => {
        await new Promise<void>((resolve) => waiting.set(name, resolve));
        done.push(name);
      }),
    async finish(name: string) {
      await expect.poll(() => waiting.has(name)).toBe(true);
      waiting.get(name)?.();
    },
    begun: (name: string) => waiting.has(name),
  };
}

it('does the pieces of a key in order, and those of others meanwhile', async () => {
  const { work, add, finish, begun, done } = start();
  add('room', 'first');
  add('room', 'second');
  add('other', 'beside');
  await finish('beside');
  expect(begun('second')).toBe(false);
  await finish('first');
  await finish('second');
  await work.settled();
  expect(done).toEqual(['beside', 'first', 'second']);
});

it('goes on behind a piece that failed', async () => {
  const { work, add, finish, failures, done } = start();
  work.enqueue('room', async () => {
    throw new Error('database away');
  });
  add('room', 'next');
  await finish('next');
  await work.settled();
  expect(failures).toEqual([new Error('database away')]);
  expect(done).toEqual(['next']);
});

it('is settled only when what came meanwhile is done too', async () => {
  const { work, add, finish, done } = start();
  add('room', 'first');
  const settled = work.settled().then(() => done.push('settled'));
  add('room', 'late');
  await finish('first');
  await finish('late');
  await settled;
  expect(done).toEqual(['first', 'late', 'settled']);
  await work.settled();
});
