import { expect, it } from 'vitest';
import { gigabytes, longDate, shortTitle } from './inventory-words.ts';

it('a time is written in long American form, in the time zone of the computer', () => {
  expect(longDate(new Date(2024, 2, 5, 15, 4).toISOString())).toBe('March 5, 2024, 3:04 PM');
  expect(longDate(new Date(2024, 11, 31, 0, 0).toISOString())).toBe('December 31, 2024, 12:00 AM');
  expect(longDate('')).toBe('');
  expect(longDate('soon')).toBe('');
});

it('memory is written in whole gigabytes', () => {
  expect(gigabytes('17179869184')).toBe('16 GB');
  expect(gigabytes(String(1_073_741_824 * 7.6))).toBe('8 GB');
  for (const told of ['', '  ', 'much', '-1']) expect(gigabytes(told)).toBe('');
});

it('a title has 47 characters at most, and an ellipsis where there was more', () => {
  expect(shortTitle('a'.repeat(47))).toBe('a'.repeat(47));
  expect(shortTitle('a'.repeat(48))).toBe(`${'a'.repeat(47)}…`);
  // Nothing is left of a character that is cut in two.
  expect(shortTitle('😀'.repeat(48))).toBe(`${'😀'.repeat(47)}…`);
});
