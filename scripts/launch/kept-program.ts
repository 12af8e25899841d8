/** A program that is started again when it ends by itself, unless it was asked to end. */
import { type Clock, systemClock } from '#protocol/clock.ts';
import type { ChildProgram } from './child-program.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** One that ran for this long has recovered: what ends it then is a new misfortune. */
const RECOVERED_AFTER_MS = 60_000;

/**
 * Looks like one program that runs on: `ready` is the first one's ready line, and `ended` the end of the last.
 * One that ended before it was ever ready would only do so again: that ends it all.
 */
export function keepProgram(options: {
  start(): ChildProgram;
  /** How it ended (exit code or signal), and the pause before it is started again. */
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
