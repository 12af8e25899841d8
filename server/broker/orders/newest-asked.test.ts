import { expect, test } from 'vitest';
import { createNewestAsked } from './newest-asked.ts';
import { ORDER_LIFE_MS } from './order-ends.ts';

const lock = { tenant: 'acme', site: 'one', groupId: 'maths', slot: 'lock' } as const;
const HOUR_MS = 3_600_000;

test('what was asked before the newest of its group and pair is overtaken', () => {
  const { isOvertaken } = createNewestAsked(() => 60_000);
  expect(isOvertaken(lock, 50_000)).toBe(false);
  expect(isOvertaken(lock, 40_000)).toBe(true);
  expect(isOvertaken({ ...lock, groupId: 'chess' }, 40_000)).toBe(false);
  expect(isOvertaken(lock, 60_000)).toBe(false);
});

test('an unlock counts after the clock was set back', () => {
  let at = 2 * HOUR_MS;
  const { isOvertaken } = createNewestAsked(() => at);
  expect(isOvertaken(lock, at)).toBe(false);
  at = HOUR_MS;
  expect(isOvertaken(lock, at)).toBe(false);
  at += 10_000;
  expect(isOvertaken(lock, at)).toBe(false);
  expect(isOvertaken(lock, at - 5_000)).toBe(true);
});

test('what was asked longer ago than any order lasts is not remembered', () => {
  let at = HOUR_MS;
  const { isOvertaken, size } = createNewestAsked(() => at);
  for (let group = 0; group < 100; group += 1) isOvertaken({ ...lock, groupId: `${group}` }, at);
  at += ORDER_LIFE_MS;
  expect(isOvertaken(lock, at)).toBe(false);
  expect(size()).toBe(1);
  expect(isOvertaken(lock, at - 5_000)).toBe(true);
});
