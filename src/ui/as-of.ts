/** Describes the age of data that is shown without the platform: “10:42, yesterday”. */

import { clockTime } from '#domain/time-text.ts';
import type { EpochMs } from '#protocol/clock.ts';

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });

/** Days follow this machine's calendar. */
export function asOf(atMs: EpochMs, nowMs: EpochMs): string {
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
