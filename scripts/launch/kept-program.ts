/** Restarts a program that ends by itself, unless it was asked to stop. */
import { type Clock, systemClock } from '#protocol/clock.ts';
import type { ChildProgram } from './child-program.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A program that ran for this long has recovered, so the next restart waits only the first pause again. */
const RECOVERED_AFTER_MS = 60_000;

/**
 * Represents all restarts as one program: `ready` is the first ready line, `ended` the end of the last run. A
 * program that ends before its first ready line is not restarted, because it would fail again.
 */
export function keepProgram(options: {
  start(): ChildProgram;
  /** `how`: the exit code or signal. `pauseMs`: the delay before the restart. */
  onRestart(how: number | string, pauseMs: number): void;
  clock?: Clock;
}): ChildProgram {
  const { start, onRestart, clock = systemClock } = options;
  let isAskedToStop = false;
  let pauseMs = FIRST_PAUSE_MS;
  let current = start();
  const { ready } = current;
  let endPause = () => {};

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve);
      endPause = () => {
        cancel();
        resolve();
      };
    });

  async function keep(): Promise<number | string> {
    for (;;) {
      const startedAt = clock.now();
      const how = await current.ended;
      if (isAskedToStop || (await ready) === undefined) return how;
      if (clock.now() - startedAt >= RECOVERED_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      onRestart(how, pauseMs);
      await pause(pauseMs);
      if (isAskedToStop) return how;
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
      current = start();
    }
  }

  return {
    ready,
    ended: keep(),
    stop() {
      isAskedToStop = true;
      endPause();
      current.stop();
    },
    kill() {
      isAskedToStop = true;
      endPause();
      current.kill();
    },
  };
}
