import type { Clock } from '#protocol/clock.ts';

/** A timer of which one runs at a time: the next one takes the place of the last. */
export function createOneTimer(clock: Pick<Clock, 'after'>) {
  let cancel = () => {};
  return {
    start(ms: number, run: () => void): void {
      cancel();
      cancel = clock.after(ms, run);
    },
    cancel: (): void => cancel(),
  };
}
