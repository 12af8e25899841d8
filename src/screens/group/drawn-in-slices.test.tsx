import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDrawnInSlices } from './drawn-in-slices.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const cards = (count: number) => Array.from({ length: count }, (_, index) => index);
const nextTimer = () => act(() => vi.advanceTimersToNextTimerAsync());

test('hundreds are drawn slice by slice, in their order, and all of them in the end', async () => {
  const all = cards(85);
  const { result } = renderHook(() => useDrawnInSlices(all));
  const counts = [result.current.length];
  while (result.current !== all) {
    await nextTimer();
    expect(result.current).toEqual(all.slice(0, result.current.length));
    counts.push(result.current.length);
  }
  expect(counts).toEqual([40, 60, 80, 85]);
});

test('a class is drawn at once', () => {
  const all = cards(40);
  expect(renderHook(() => useDrawnInSlices(all)).result.current).toBe(all);
});

test('once all are drawn, a card that comes or goes takes no other along', async () => {
  const { result, rerender } = renderHook((all) => useDrawnInSlices(all), { initialProps: cards(60) });
  await nextTimer();
  await nextTimer();
  rerender(cards(59));
  const more = cards(300);
  rerender(more);
  expect(result.current).toBe(more);
});

test('nothing goes on when the cards are gone', () => {
  const { unmount } = renderHook(() => useDrawnInSlices(cards(100)));
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
