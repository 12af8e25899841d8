import { expect, it } from 'vitest';
import { createPictureQueue } from './picture-queue.ts';

const groupOf = (tenant: string, n: number) => ({ tenant, site: 's', groupId: `g-${n}` });

/** Work that goes on until it is told to end. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    ends,
    of: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.set(name, () => resolve(name));
      }),
  };
}

it('one picture is written after the other, also where one has failed', async () => {
  const inTurn = createPictureQueue();
  const work = createWork();
  const failed = inTurn(groupOf('a', 0), () => Promise.reject(new Error('no picture')));
  const first = inTurn(groupOf('a', 1), work.of('first'));
  const second = inTurn(groupOf('b', 1), work.of('second'));
  await expect(failed).rejects.toThrow('no picture');
  await expect.poll(() => work.begun).toEqual(['first']);
  work.ends.get('first')?.();
  expect(await first).toBe('first');
  await expect.poll(() => work.begun).toEqual(['first', 'second']);
  work.ends.get('second')?.();
  expect(await second).toBe('second');
});

it('one of a group waits, four of a tenant and twelve of all; the next one may when one is done', async () => {
  const inTurn = createPictureQueue();
  const work = createWork();
  const refused = async (tenant: string, n: number) => {
    const code = inTurn(groupOf(tenant, n), async () => 'done').catch(({ code }) => code);
    return (await code) as string;
  };
  const all = [inTurn(groupOf('a', 0), work.of('first'))];
  expect(await refused('a', 0)).toBe('conflict');
  for (const n of [1, 2, 3]) all.push(inTurn(groupOf('a', n), async () => 'done'));
  expect(await refused('a', 4)).toBe('conflict');
  for (const n of [0, 1, 2, 3])
    for (const tenant of ['b', 'c']) all.push(inTurn(groupOf(tenant, n), async () => 'done'));
  expect(await refused('d', 0)).toBe('conflict');
  await expect.poll(() => work.begun).toEqual(['first']);
  work.ends.get('first')?.();
  await Promise.all(all);
  expect(await refused('a', 0)).toBe('done');
});
