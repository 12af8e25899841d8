/**
 * Time that goes on while this tab is hidden, as it is when a tutor shares another window: a page's own timers then run
 * once a minute, and late devices would hear of the share as seldom. Its worker is there while something waits.
 */
import type { Clock } from '../../session/clock.ts';

type Timers = {
  /** Rings after so long. Undefined: not any more. */
  set(id: number, delayMs: number | undefined): void;
  end(): void;
};

/** `failed`: the worker could not be loaded. */
type TimersEvents = { ring(id: number): void; failed(): void };

export function startTimers({ ring, failed }: TimersEvents): Timers {
  const worker = new Worker(new URL('../../../workers/clock/main.ts', import.meta.url), {
    name: 'lectern-clock',
    type: 'module',
  });
  worker.addEventListener('message', ({ data }: MessageEvent<number>) => ring(data));
  worker.addEventListener('error', failed);
  return {
    set: (id, delayMs) => worker.postMessage({ id, delayMs }),
    end: () => worker.terminate(),
  };
}

export function createHiddenClock(deps: { page: Clock; start(events: TimersEvents): Timers }): Clock {
  const { page } = deps;
  const waiting = new Map<number, { run: () => void; dueMs: number }>();
  let timers: Timers | undefined;
  let hasFailed = false;
  let last = 0;

  const end = () => {
    timers?.end();
    timers = undefined;
  };
  const ring = (id: number) => {
    const timer = waiting.get(id);
    waiting.delete(id);
    timer?.run();
    if (waiting.size === 0) end();
  };
  const setOnPage = (id: number, delayMs: number) => page.after(Math.max(0, delayMs), () => ring(id));
  const failed = () => {
    hasFailed = true;
    end();
    for (const [id, { dueMs }] of waiting) setOnPage(id, dueMs - page.nowMs());
  };

  return {
    nowMs: page.nowMs,
    after(delayMs, run) {
      const id = ++last;
      waiting.set(id, { run, dueMs: page.nowMs() + delayMs });
      if (hasFailed) {
        setOnPage(id, delayMs);
      } else {
        timers ??= deps.start({ ring, failed });
        timers.set(id, delayMs);
      }
      return () => {
        if (!waiting.delete(id)) return;
        timers?.set(id, undefined);
        if (waiting.size === 0) end();
      };
    },
  };
}
