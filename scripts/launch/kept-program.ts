/** Restarts a program that ends by itself, unless it was asked to stop. */
import { type Clock, systemClock } from '#protocol/clock.ts';
import type { ChildProgram } from './child-program.ts';

const MIN_RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 30_000;
/** A program that ran for this long has recovered, so the next restart waits only the first pause again. */
const MIN_DURATION_MS = 60_000;

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
  let isStopRequested = false;
  let pauseMs = MIN_RETRY_DELAY_MS;
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

  async function runUntilStopped(): Promise<number | string> {
    for (;;) {
      const startedAt = clock.now();
      const how = await current.ended;
      if (isStopRequested || (await ready) === undefined) return how;
      if (clock.now() - startedAt >= MIN_DURATION_MS) pauseMs = MIN_RETRY_DELAY_MS;
      onRestart(how, pauseMs);
      await pause(pauseMs);
      if (isStopRequested) return how;
      pauseMs = Math.min(MAX_RETRY_DELAY_MS, pauseMs * 2);
      current = start();
    }
  }

  return {
    ready,
    ended: runUntilStopped(),
    stop() {
      isStopRequested = true;
      endPause();
      current.stop();
    },
    kill() {
      isStopRequested = true;
      endPause();
      current.kill();
    },
  };
}
