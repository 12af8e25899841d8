/** When a policy holds by the clock: periods of single days. */
import type { LocalTime } from './local-time.ts';

export type Period = {
  /** 0 is Sunday. */
  day: number;
  /** `HH:MM`. */
  startTime: string;
  endTime: string;
};

const LAST_MINUTE = 23 * 60 + 59;

/**
 * A period ends when the minute of its end begins; at 23:59 it lasts until midnight, and one that ends where it starts
 * lasts for that minute. One that ends before it starts never holds.
 */
export function isInSchedule(periods: readonly Period[], { day, minute }: LocalTime): boolean {
  return periods.some((period) => {
    const [start, end] = [minuteOf(period.startTime), minuteOf(period.endTime)];
    if (period.day !== day || start === undefined || end === undefined || end < start) return false;
    return minute === start || (minute > start && (minute < end || end === LAST_MINUTE));
  });
}

function minuteOf(time: string): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
