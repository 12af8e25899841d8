/** Time that goes on while this tab is hidden, as it is when a tutor shares another window. */
import { systemClock } from '#protocol/clock.ts';
import { clockIn, createHiddenClock } from '#protocol/threads/hidden-clock.ts';

export const hiddenClock = createHiddenClock({
  page: systemClock,
  start: clockIn(
    () =>
      new Worker(new URL('../../../workers/clock/main.ts', import.meta.url), {
        name: 'lectern-clock',
        type: 'module',
      }),
  ),
});
