/** Describes the periods of a schedule; days with the same times are grouped. */
import type { Period } from '#domain/policies/conditions.ts';
import { isPeriod } from '#domain/policies/policy-schedule.ts';
import { sentence as m } from './messages.ts';

/** The order of a week: Monday (1) first, Sunday (0) last. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;
const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export const dayName = (day: number): string => NAMES[day] ?? '';

/** Days without a valid period never apply, and are left out. */
export function scheduleText(periods: readonly Period[]): string {
  const byTimes = new Map<string, number[]>();
  for (const day of WEEK) {
    const times = timesOf(periods, day);
    if (times !== '') byTimes.set(times, [...(byTimes.get(times) ?? []), day]);
  }
  if (byTimes.size === 0) return m.never;
  return [...byTimes].map(([times, days]) => `${daysText(days)}, ${times}`).join(m.and);
}

function timesOf(periods: readonly Period[], day: number): string {
  const times = periods
    .filter((period) => period.day === day && isPeriod(period))
    .map(({ startTime, endTime }) => ({ start: startTime.padStart(5, '0'), end: endTime.padStart(5, '0') }))
    .sort((a, b) => a.start.localeCompare(b.start) || a.end.localeCompare(b.end))
    .map((time) => (time.start === '00:00' && time.end === '23:59' ? m.allDay : m.time(time)));
  return joined([...new Set(times)]);
}

/** In the order of the week. */
function daysText(days: readonly number[]): string {
  if (days.length === WEEK.length) return m.everyDay;
  const places = days.map((day) => WEEK.indexOf(day as (typeof WEEK)[number]));
  const [first = 0] = places;
  const isRun = places.every((place, at) => place === first + at);
  if (isRun && days.length > 2)
    return m.fromDay({ first: dayName(days[0] ?? 0), last: dayName(days.at(-1) ?? 0) });
  return m.days({ names: joined(days.map(dayName)) });
}

/** 'Monday, Tuesday and Friday'. */
export function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')}${m.and}${last}`;
}
