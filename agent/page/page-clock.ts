/** The clock of the student page. It continues while the page is hidden. */
import { systemClock } from '#protocol/clock.ts';
import { clockIn, createHiddenClock, type HiddenClock } from '#protocol/threads/hidden-clock.ts';

export function createPageClock(): HiddenClock {
  return createHiddenClock({
    page: systemClock,
    start: clockIn(
      () =>
        new Worker(new URL('../../workers/clock/main.ts', import.meta.url), {
          name: 'lectern-clock',
          type: 'module',
        }),
    ),
  });
}
