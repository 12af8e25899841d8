/** Time that goes on while the page is hidden: browsers let its own timers run once a second, and later once a minute. */
import type { Clock } from '../../core/clock.ts';

export type PageClock = Clock & { stop(): void };

export function createPageClock(): PageClock {
  const worker = new Worker(new URL('../../../workers/clock/main.ts', import.meta.url), {
    name: 'lectern-clock',
    type: 'module',
  });
  const waiting = new Map<number, () => void>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<number>) => {
    const run = waiting.get(data);
    waiting.delete(data);
    run?.();
  });
  return {
    now: () => Date.now(),
    after(delayMs, run) {
      const id = ++last;
      waiting.set(id, run);
      worker.postMessage({ id, delayMs });
      return () => {
        if (waiting.delete(id)) worker.postMessage({ id });
      };
    },
    stop() {
      waiting.clear();
      worker.terminate();
    },
  };
}
