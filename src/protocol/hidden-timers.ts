/**
 * The page's half of `workers/clock`: timers that run on while the page is hidden, where its own run once a second, and
 * later once a minute. The worker is there while something waits. Where it cannot be loaded, the page's timers do.
 */
import type { TransferClock } from './transfer/transfer-run.ts';

/** `id` rings after so long; without `delayMs` not any more. */
export type ClockOrder = { id: number; delayMs?: number | undefined };

type ClockWorker = {
  set(order: ClockOrder): void;
  end(): void;
};

/** `failed`: the worker could not be loaded. */
type ClockEvents = { ring(id: number): void; failed(): void };

export type HiddenTimers = {
  /** Runs once after so long; what it returns cancels it. */
  after: TransferClock['after'];
  /** Nothing runs any more. */
  end(): void;
};

/** Each page starts the worker by itself: its bundler looks for the address there. */
export const clockIn =
  (start: () => Worker) =>
  ({ ring, failed }: ClockEvents): ClockWorker => {
    const worker = start();
    worker.addEventListener('message', ({ data }: MessageEvent<number>) => ring(data));
    worker.addEventListener('error', failed);
    return { set: (order) => worker.postMessage(order), end: () => worker.terminate() };
  };

export function createHiddenTimers(deps: {
  page: TransferClock;
  start(events: ClockEvents): ClockWorker;
}): HiddenTimers {
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

  return {
    after(delayMs, run) {
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
    },
    end() {
      isOver = true;
      waiting.clear();
      endWorker();
    },
  };
}
