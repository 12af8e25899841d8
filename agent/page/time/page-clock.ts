/** Time that goes on while the page is hidden. */
import { clockIn, createHiddenTimers } from '#protocol/hidden-timers.ts';
import type { Clock } from '../../core/clock.ts';

export type PageClock = Clock & { stop(): void };

export function createPageClock(): PageClock {
  const now = () => Date.now();
  const timers = createHiddenTimers({
    page: {
      now,
      after(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    start: clockIn(
      () =>
        new Worker(new URL('../../../workers/clock/main.ts', import.meta.url), {
          name: 'lectern-clock',
          type: 'module',
        }),
    ),
  });
  return { now, after: timers.after, stop: timers.end };
}
