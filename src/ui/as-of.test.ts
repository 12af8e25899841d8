import { expect, test } from 'vitest';
import { clockTime } from '#domain/time-text.ts';
import { asOf } from './as-of.ts';

const at = (text: string) => new Date(text).getTime();
const clock = (text: string) => clockTime(new Date(`2026-03-04T${text}`));

test.each([
  ['2026-03-04T10:42', '2026-03-04T23:59', `${clock('10:42')}, today`],
  ['2026-03-04T10:42', '2026-03-05T00:00', `${clock('10:42')}, yesterday`],
  ['2026-02-28T23:59', '2026-03-01T08:00', `${clock('23:59')}, yesterday`],
  ['2026-03-02T09:05', '2026-03-04T08:00', `${clock('09:05')}, Monday 2 March`],
])('what was read at %s is, at %s, of %s', (read, now, words) => {
  expect(asOf(at(read), at(now))).toBe(words);
});
