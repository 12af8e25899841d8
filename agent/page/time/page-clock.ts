/** Time that goes on while the page is hidden. */
import { clockIn, createHiddenClock } from '#protocol/threads/hidden-clock.ts';
import type { Clock } from '../../core/clock.ts';
import { tabClock } from './tab-clock.ts';

export type PageClock = Clock & { stop(): void };

export function createPageClock(): PageClock {
  const timers = createHiddenClock({
    page: tabClock,
    start: clockIn(
      () =>
        new Worker(new URL('../../../workers/clock/main.ts', import.meta.url), {
          name: 'lectern-clock',
          type: 'module',
        }),
    ),
  });
  return { now: tabClock.now, after: timers.after, stop: timers.end };
}
