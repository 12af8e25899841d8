import { expect, it } from 'vitest';
import type { Period } from './conditions.ts';
import { localTime } from './local-time.ts';
import { isInSchedule } from './policy-schedule.ts';

const at = (time: string, day = 1) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return { day, minute: hours * 60 + minutes };
};
const lesson: Period = { day: 1, startTime: '08:30', endTime: '09:15' };

it.each([
  ['08:29', lesson, false],
  ['08:30', lesson, true],
  ['09:14', lesson, true],
  ['09:15', lesson, false],
  ['00:00', { ...lesson, startTime: '00:00', endTime: '23:59' }, true],
  ['23:59', { ...lesson, startTime: '00:00', endTime: '23:59' }, true],
  ['10:00', { ...lesson, startTime: '10:00', endTime: '10:00' }, true],
  ['10:01', { ...lesson, startTime: '10:00', endTime: '10:00' }, false],
  ['09:00', { ...lesson, startTime: '10:00', endTime: '08:00' }, false],
  ['09:00', { ...lesson, day: 2 }, false],
  ['09:00', { ...lesson, startTime: '' }, false],
  ['09:00', { ...lesson, endTime: '25:00' }, false],
])('at %s on Monday the period %j holds: %s', (time, period, expected) => {
  expect(isInSchedule([period], at(time))).toBe(expected);
});

it('holds in any of its periods, and in none when it has none', () => {
  const periods = [lesson, { ...lesson, day: 0 }];
  expect(isInSchedule(periods, at('09:00', 0))).toBe(true);
  expect(isInSchedule([], at('09:00'))).toBe(false);
});

it('goes by the clock on the wall', () => {
  // 6 September 2026 is a Sunday.
  expect(localTime(new Date(2026, 8, 6, 14, 5, 59).getTime())).toEqual({ day: 0, minute: 14 * 60 + 5 });
});
