import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WindowStore } from './window-store.ts';

const MINUTE_MS = 60_000;
let store: WindowStore;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  store = new WindowStore();
});
afterEach(() => vi.useRealTimers());

const count = (key: string) => {
  let counted: { current: number; ttl: number } | undefined;
  store.incr(
    key,
    (_error, result) => {
      counted = result;
    },
    MINUTE_MS,
  );
  return counted;
};

it('counts each key in windows of its own', () => {
  expect(count('a')).toEqual({ current: 1, ttl: MINUTE_MS });
  vi.advanceTimersByTime(20_000);
  expect(count('a')).toEqual({ current: 2, ttl: 40_000 });
  expect(count('b')).toEqual({ current: 1, ttl: MINUTE_MS });
  vi.advanceTimersByTime(40_000);
  expect(count('a')).toEqual({ current: 1, ttl: MINUTE_MS });
  expect(count('b')).toEqual({ current: 2, ttl: 20_000 });
});

it('a window ends after its time, whatever the clock of the machine says', () => {
  count('a');
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(count('a')).toEqual({ current: 1, ttl: MINUTE_MS });
});

it('keeps so many windows at most, and forgets the oldest', () => {
  count('first');
  for (let n = 0; n < 5_000; n += 1) count(`address ${n}`);
  expect(count('address 1')).toMatchObject({ current: 2 });
  expect(count('first')).toMatchObject({ current: 1 });
});
