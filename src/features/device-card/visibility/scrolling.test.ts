import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchScrolling } from './scrolling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const page = new EventTarget();
  const said: boolean[] = [];
  const stop = watchScrolling((isScrolling) => said.push(isScrolling), page as Document);
  return { said, stop, step: () => page.dispatchEvent(new Event('scroll')) };
}

test('it is said when the page begins to move, and when it has rested for a quarter of a second', () => {
  const { said, step } = setUp();
  step();
  vi.advanceTimersByTime(249);
  step();
  vi.advanceTimersByTime(249);
  expect(said).toEqual([true]);
  vi.advanceTimersByTime(1);
  expect(said).toEqual([true, false]);
  step();
  expect(said).toEqual([true, false, true]);
});

test('nothing is heard or said after the stop', () => {
  const { said, stop, step } = setUp();
  step();
  stop();
  step();
  vi.runAllTimers();
  expect(said).toEqual([true]);
});
