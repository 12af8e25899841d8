import { expect, it } from 'vitest';
import { settlePromises } from '#protocol/fakes/fake-clock.ts';
import { createTurns } from './turns.ts';

it('one works after the other, each when it is quiet, also after one that has failed', async () => {
  const waiting: (() => void)[] = [];
  const takeTurn = createTurns(() => new Promise((resolve) => waiting.push(resolve)));
  const done: string[] = [];
  const failing = takeTurn(async () => {
    done.push('first');
    throw new Error('full disk');
  });
  const other = takeTurn(async () => done.push('second'));
  await settlePromises();
  expect([done, waiting.length]).toEqual([[], 1]);
  waiting[0]?.();
  await expect(failing).rejects.toThrow('full disk');
  await settlePromises();
  // The second waits for quiet of its own.
  expect([done, waiting.length]).toEqual([['first'], 2]);
  waiting[1]?.();
  await other;
  expect(done).toEqual(['first', 'second']);
});
