import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Countdown } from './countdown.tsx';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const after = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('counts down in minutes and seconds, and stops at nothing', () => {
  render(<Countdown untilMs={61_000} />);
  const timer = screen.getByRole('timer');
  expect(timer.textContent).toBe('1:01');
  after(13_000);
  expect(timer.textContent).toBe('0:48');
  after(60_000);
  expect(timer.textContent).toBe('0:00');
});

test('leaves no timer behind', () => {
  const { unmount } = render(<Countdown untilMs={5_000} />);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
