import { expect, it } from 'vitest';
import { settlePromises } from '#protocol/fakes/fake-clock.ts';
import { createWorkQueue } from './work-queue.ts';

it('one works after the other, each when it is quiet, also after one that has failed', async () => {
  const waiting: (() => void)[] = [];
  const queueWork = createWorkQueue(() => new Promise((resolve) => waiting.push(resolve)));
  const done: string[] = [];
  const failing = queueWork(async () => {
    done.push('first');
    throw new Error('full disk');
  });
  const other = queueWork(async () => done.push('second'));
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

it('lets calls hold up a turn for four times as long as the one before has taken, at least 100 ms', async () => {
  let nowMs = 0;
  const waits: number[] = [];
  const queueWork = createWorkQueue(
    async (mostMs) => void waits.push(mostMs),
    () => nowMs,
  );
  for (const ms of [12, 500, 0])
    await queueWork(async () => {
      nowMs += ms;
    });
  expect(waits).toEqual([100, 100, 2_000]);
});
