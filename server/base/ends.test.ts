import { expect, it } from 'vitest';
import { createEnds } from './ends.ts';

it('ends the newest first, and nothing twice', async () => {
  const ended: string[] = [];
  const ends = createEnds();
  ends.add(async () => ended.push('store'));
  ends.add(
    async () => ended.push('broker'),
    async () => ended.push('app'),
  );
  await ends.run();
  await ends.run();
  expect(ended).toEqual(['app', 'broker', 'store']);
});

it('ends everything, also behind an end that fails, and then says why', async () => {
  const ended: string[] = [];
  const ends = createEnds();
  ends.add(async () => ended.push('store'));
  ends.add(async () => {
    throw new Error('the broker does not end');
  });
  await expect(ends.run()).rejects.toThrow('the broker does not end');
  expect(ended).toEqual(['store']);
});
