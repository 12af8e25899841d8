import type { Clock } from '../../core/clock.ts';

/** The tab's own timers: while it is hidden, they run once a second, and later once a minute. */
export const tabClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
