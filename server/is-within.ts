/** Whether `at` was less than `ms` ago. A time in the future was noted before the clock was set back: it was not. */
export const isWithin = (ms: number, { at, now }: { at: number; now: number }): boolean =>
  at <= now && now - at < ms;
