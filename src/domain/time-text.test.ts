import { expect, test } from 'vitest';
import { clockTime, clockTimeWithSeconds, dayAndTime } from './time-text.ts';

test('a time is that of the clock which the person is used to', () => {
  const at = new Date(2026, 10, 23, 15, 4, 5);
  expect(clockTime(at)).toBe(at.toLocaleTimeString(undefined, { timeStyle: 'short' }));
  expect(clockTimeWithSeconds(at)).toContain('05');
  expect(dayAndTime(at.getTime())).toContain(clockTime(at));
});
