import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WatchView } from '#protocol/threads/live-worker.ts';
import { createViewReporter } from './view-reporter.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('says a change at once, then no more than every 200 ms, the last one always', () => {
  const said: WatchView[] = [];
  const reporter = createViewReporter((view) => said.push(view));
  reporter.change({ visible: ['a'] });
  reporter.change({ visible: ['a', 'b'] });
  reporter.change({ visible: ['b'], quality: 20 });
  expect(said).toEqual([{ visible: ['a'], displays: {} }]);
  vi.advanceTimersByTime(200);
  expect(said.slice(1)).toEqual([{ visible: ['b'], displays: {}, quality: 20 }]);
  vi.advanceTimersByTime(1_000);
  expect(said).toHaveLength(2);
  reporter.change({ displays: { b: 'second' } });
  expect(said.at(-1)).toEqual({ visible: ['b'], displays: { b: 'second' }, quality: 20 });
});

test('says nothing any more once it is stopped', () => {
  const said: WatchView[] = [];
  const reporter = createViewReporter((view) => said.push(view));
  reporter.change({ visible: ['a'] });
  reporter.change({ visible: ['b'] });
  reporter.stop();
  vi.advanceTimersByTime(1_000);
  expect(said).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
