/** When a policy holds by the clock: periods within single days. */
import type { Period } from './conditions.ts';
import type { LocalTime } from './local-time.ts';

const LAST_MINUTE = 23 * 60 + 59;

/**
 * A period ends when the minute of its end begins. An end of 23:59 means midnight, and a period that ends
 * where it starts lasts for that minute. A period that ends before it starts never holds.
 */
export function isInSchedule(periods: readonly Period[], { day, minute }: LocalTime): boolean {
  return periods.some((period) => {
    if (period.day !== day || !isPeriod(period)) return false;
    const [start = 0, end = 0] = [minuteOf(period.startTime), minuteOf(period.endTime)];
    return minute === start || (minute > start && (minute < end || end === LAST_MINUTE));
  });
}

/** Both times are valid, and the period does not end before it starts. */
export function isPeriod({ startTime, endTime }: Pick<Period, 'startTime' | 'endTime'>): boolean {
  const [start, end] = [minuteOf(startTime), minuteOf(endTime)];
  return start !== undefined && end !== undefined && start <= end;
}

function minuteOf(time: string): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
