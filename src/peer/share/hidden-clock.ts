/** A clock whose timers run while this tab is hidden, as it is when a tutor shares another window. */
import { systemClock } from '#protocol/clock.ts';
import { clockIn, createHiddenClock } from '#protocol/threads/hidden-clock.ts';
import { openClockWorker } from './clock-worker.ts';

export const hiddenClock = createHiddenClock({ page: systemClock, start: clockIn(openClockWorker) });
