/** Whether `at` was less than `ms` ago. False for a future time: the clock was set back since then. */
export const isWithin = (ms: number, { at, now }: { at: number; now: number }): boolean =>
  at <= now && now - at < ms;
