import { expect, test } from 'vitest';
import { dayWords, ordinal } from './day-words.ts';

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [10, '10th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [20, '20th'],
  [21, '21st'],
  [22, '22nd'],
  [23, '23rd'],
  [30, '30th'],
  [31, '31st'],
])('%i is the %s', (day, words) => {
  expect(ordinal(day)).toBe(words);
});

test('a day is today, or its weekday, month and day', () => {
  const now = new Date(2026, 10, 23, 0, 5).getTime();
  expect(dayWords(new Date(2026, 10, 23, 23, 59).getTime(), now)).toBe('Today');
  expect(dayWords(new Date(2026, 10, 22, 23, 59).getTime(), now)).toBe('Sunday, November 22nd');
  expect(dayWords(new Date(2025, 10, 23).getTime(), now)).toBe('Sunday, November 23rd');
});
