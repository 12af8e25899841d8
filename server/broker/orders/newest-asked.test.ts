import { expect, test } from 'vitest';
import { createNewestAsked } from './newest-asked.ts';

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
