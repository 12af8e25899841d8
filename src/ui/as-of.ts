/** Describes the age of data that is shown without the platform: “10:42, yesterday”. */

import { clockTime } from '#domain/time-text.ts';

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });

/** Both in epoch milliseconds. Days follow this machine's calendar. */
export function asOf(atMs: number, nowMs: number): string {
  const dayBefore = new Date(nowMs);
  dayBefore.setDate(dayBefore.getDate() - 1);
  const is = (other: Date | number) => new Date(atMs).toDateString() === new Date(other).toDateString();
  const when = is(nowMs)
    ? 'today'
    : is(dayBefore)
      ? 'yesterday'
      : `${weekday.format(atMs)} ${day.format(atMs)}`;
  return `${clockTime(atMs)}, ${when}`;
}
