import type { EpochMs } from '#protocol/clock.ts';

/** Whether `at` was less than `ms` ago. False for a future time: the clock was set back since then. */
export const isWithin = (ms: number, { at, now }: { at: EpochMs; now: EpochMs }): boolean =>
  at <= now && now - at < ms;
