/**
 * A clock that stays on time while the page is hidden, when the page's own timers run once a second, and
 * later once a minute. This is the page's half of `workers/clock`, a worker that exists while a timer waits.
 * If it cannot be loaded, the page's own timers are used.
 */
import { type Clock, everyBy } from '../clock.ts';

/** Sets the timer `id` to ring after `delayMs`; without `delayMs` it is cancelled. */
export type ClockOrder = { id: number; delayMs?: number | undefined };

type ClockWorker = {
  set(order: ClockOrder): void;
  end(): void;
};

/** `failed`: the worker could not be loaded. */
type ClockEvents = { ring(id: number): void; failed(): void };

export type HiddenClock = Clock & {
  /** Cancels all timers, including those that are set later. */
  end(): void;
};

/** `start` creates the worker in the page's own code, where the bundler looks for the worker's address. */
export const clockIn =
  (start: () => Worker) =>
  ({ ring, failed }: ClockEvents): ClockWorker => {
    const worker = start();
    worker.addEventListener('message', ({ data }: MessageEvent<number>) => ring(data));
    worker.addEventListener('error', failed);
    return { set: (order) => worker.postMessage(order), end: () => worker.terminate() };
  };

export function createHiddenClock(deps: {
  page: Pick<Clock, 'now' | 'after'>;
  start(events: ClockEvents): ClockWorker;
}): HiddenClock {
  const { page } = deps;
  const waiting = new Map<number, { run: () => void; dueAt: number }>();
  let worker: ClockWorker | undefined;
  let hasFailed = false;
  let isOver = false;
  let last = 0;

  const endWorker = () => {
    worker?.end();
    worker = undefined;
  };
  const ring = (id: number) => {
    const timer = waiting.get(id);
    waiting.delete(id);
    timer?.run();
    if (waiting.size === 0) endWorker();
  };
  const setOnPage = (id: number, delayMs: number) => page.after(Math.max(0, delayMs), () => ring(id));
  const failed = () => {
    hasFailed = true;
    endWorker();
    for (const [id, { dueAt }] of waiting) setOnPage(id, dueAt - page.now());
  };

  const after: Clock['after'] = (delayMs, run) => {
    if (isOver) return () => {};
    const id = ++last;
    waiting.set(id, { run, dueAt: page.now() + delayMs });
    if (hasFailed) {
      setOnPage(id, delayMs);
    } else {
      worker ??= deps.start({ ring, failed });
      worker.set({ id, delayMs });
    }
    return () => {
      if (!waiting.delete(id)) return;
      worker?.set({ id });
      if (waiting.size === 0) endWorker();
    };
  };

  return {
    now: page.now,
    after,
    every: everyBy(after),
    end() {
      isOver = true;
      waiting.clear();
      endWorker();
    },
  };
}
