import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDisconnected } from './use-disconnected.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Device = Parameters<typeof useDisconnected>[0];
const absent: Device = { isHere: false, isInDirectory: false, isListening: true };
const here: Device = { ...absent, isHere: true };

function follow(first: Device) {
  const call = vi.fn();
  const { rerender, unmount } = renderHook((device: Device) => useDisconnected(device, call), {
    initialProps: first,
  });
  return { rerender, unmount, calls: () => call.mock.calls.length };
}

test('a device that never comes has five seconds', () => {
  const { calls } = follow(absent);
  vi.advanceTimersByTime(4_999);
  expect(calls()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(calls()).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(calls()).toBe(1);
});

test('one that was here is gone at once', () => {
  const { rerender, calls } = follow(absent);
  rerender(here);
  vi.advanceTimersByTime(60_000);
  expect(calls()).toBe(0);
  rerender(absent);
  vi.advanceTimersByTime(0);
  expect(calls()).toBe(1);
});

test('without our own connection nobody has gone, and the waiting begins anew with it', () => {
  const { rerender, calls } = follow({ ...absent, isListening: false });
  vi.advanceTimersByTime(60_000);
  rerender(absent);
  vi.advanceTimersByTime(4_999);
  expect(calls()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(calls()).toBe(1);
});

test('a screen that is closed says nothing', () => {
  const { unmount, calls } = follow(absent);
  unmount();
  vi.advanceTimersByTime(60_000);
  expect(calls()).toBe(0);
});
