import type { Clock } from '#protocol/clock.ts';

/** Resolves when all steps have ended, whether they fail or not, or when `limitMs` is over. */
export async function settledWithin(
  clock: Pick<Clock, 'after'>,
  limitMs: number,
  steps: readonly Promise<void>[],
): Promise<void> {
  let cancel = () => {};
  const limit = new Promise<void>((resolve) => {
    cancel = clock.after(limitMs, resolve);
  });
  await Promise.race([Promise.allSettled(steps), limit]);
  cancel();
}
