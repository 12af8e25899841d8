import { expect, test } from 'vitest';
import { backOffMs, jittered } from './back-off.ts';

test('a pause doubles with each failure, up to the longest', () => {
  const pauses = [1, 2, 3, 4, 5, 2_000].map((failures) => backOffMs(failures, { minMs: 250, maxMs: 3_000 }));
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 3_000, 3_000]);
});

test('jitter leaves at least half of the pause', () => {
  expect([0, 0.5, 1].map((random) => jittered(1_000, random))).toEqual([500, 750, 1_000]);
});
