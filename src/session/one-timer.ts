import type { Clock } from '#protocol/clock.ts';

/** A timer that runs at most once at a time: starting it again replaces the previous run. */
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
