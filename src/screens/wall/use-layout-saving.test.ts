import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toasts } from '#shell/toasts/toasts.ts';
import { showSaved } from './use-layout-saving.ts';

beforeEach(() => {
  toasts.state.list.length = 0;
});
afterEach(() => vi.useRealTimers());

it('says for two seconds that a layout is saved', () => {
  vi.useFakeTimers();
  showSaved('Layout saved');
  const texts = () => toasts.state.list.map(({ text }) => text);
  vi.advanceTimersByTime(1_999);
  expect(texts()).toEqual(['Layout saved']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});
