import { expect, test } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

test('the delay doubles up to 3 s, with a jitter of half of it', () => {
  const delays = (random: number) => [1, 2, 3, 4, 5, 6, 100].map((n) => retryDelayMs(n, 0, random));
  expect(delays(0)).toEqual([125, 250, 500, 1_000, 1_500, 1_500, 1_500]);
  expect(delays(1)).toEqual([250, 500, 1_000, 2_000, 3_000, 3_000, 3_000]);
});

test('what the failed attempt took counts, but never all of it: nothing turns into a tight loop', () => {
  expect(retryDelayMs(6, 1_000, 1)).toBe(2_000);
  expect(retryDelayMs(6, 5_000, 1)).toBe(250);
  expect(retryDelayMs(6, 5_000, 0)).toBe(125);
});
