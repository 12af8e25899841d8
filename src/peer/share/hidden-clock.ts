/** Time that goes on while this tab is hidden, as it is when a tutor shares another window. */
import { clockIn, createHiddenTimers } from '#protocol/hidden-timers.ts';
import { type Clock, systemClock } from '../../session/clock.ts';

const { nowMs, after } = systemClock;

const timers = createHiddenTimers({
  page: { now: nowMs, after },
  start: clockIn(
    () =>
      new Worker(new URL('../../../workers/clock/main.ts', import.meta.url), {
        name: 'lectern-clock',
        type: 'module',
      }),
  ),
});

export const hiddenClock: Clock = { nowMs, after: timers.after };
