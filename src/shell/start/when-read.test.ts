import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenRead } from './when-read.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('begins a while after the page has come, and not while it reads', () => {
  const begin = vi.fn();
  let fetching = 2;
  whenRead({ isFetching: () => fetching }, begin, new AbortController().signal);
  vi.advanceTimersByTime(10_000);
  expect(begin).not.toHaveBeenCalled();
  fetching = 0;
  vi.advanceTimersByTime(10_000);
  expect(begin).toHaveBeenCalledOnce();
});

test('never begins where the page has ended', () => {
  const begin = vi.fn();
  const life = new AbortController();
  whenRead({ isFetching: () => 0 }, begin, life.signal);
  life.abort();
  vi.advanceTimersByTime(10_000);
  expect(begin).not.toHaveBeenCalled();
});
