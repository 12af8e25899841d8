import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToasts } from './toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const texts = (toasts: ReturnType<typeof createToasts>) => toasts.state.list.map((toast) => toast.text);

test('a toast that cannot be closed goes after three seconds', () => {
  const toasts = createToasts();
  toasts.show({ type: 'info', text: 'saved' });
  vi.advanceTimersByTime(2_999);
  expect(texts(toasts)).toEqual(['saved']);
  vi.advanceTimersByTime(1);
  expect(texts(toasts)).toEqual([]);
});

test('a closable toast stays until it is closed', () => {
  const toasts = createToasts();
  const close = toasts.show({ type: 'warning', text: 'stays', closable: true });
  vi.advanceTimersByTime(3_600_000);
  expect(texts(toasts)).toEqual(['stays']);
  close();
  expect(texts(toasts)).toEqual([]);
});

test('closing early leaves no timer behind', () => {
  const toasts = createToasts();
  toasts.show({ type: 'info', text: 'saved' })();
  expect(vi.getTimerCount()).toBe(0);
});

test('closing all events leaves the other toasts', () => {
  const toasts = createToasts();
  toasts.show({ type: 'info', text: 'event 1', closable: true, isEvent: true });
  toasts.show({ type: 'info', text: 'other', closable: true });
  toasts.show({ type: 'info', text: 'event 2', closable: true, isEvent: true });
  toasts.closeEvents();
  expect(texts(toasts)).toEqual(['other']);
});
