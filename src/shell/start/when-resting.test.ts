import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenResting } from './when-resting.ts';

let idle: (() => void) | undefined;
beforeEach(() => {
  vi.useFakeTimers();
  idle = undefined;
  vi.stubGlobal('requestIdleCallback', (call: () => void) => {
    idle = call;
    return 1;
  });
  vi.stubGlobal('cancelIdleCallback', () => {
    idle = undefined;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('begins when the page has settled and is idle', () => {
  const begin = vi.fn();
  whenResting(begin, new AbortController().signal);
  vi.advanceTimersByTime(1_499);
  expect(idle).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(begin).not.toHaveBeenCalled();
  idle?.();
  expect(begin).toHaveBeenCalledOnce();
});

test.each([1_000, 5_000])('never begins where the page has ended after %i ms', (ms) => {
  const life = new AbortController();
  const begin = vi.fn();
  whenResting(begin, life.signal);
  vi.advanceTimersByTime(ms);
  life.abort();
  vi.advanceTimersByTime(20_000);
  idle?.();
  expect(begin).not.toHaveBeenCalled();
});
