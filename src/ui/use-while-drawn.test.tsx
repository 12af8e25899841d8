import { renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, test, vi } from 'vitest';
import { useWhileDrawn } from './use-while-drawn.ts';

function drawn() {
  const call = vi.fn((_: string) => {});
  return { call, ...renderHook(() => useWhileDrawn(call), { wrapper: StrictMode }) };
}

test('it calls as long as the component is drawn', () => {
  const { call, result } = drawn();
  result.current('answer');
  expect(call).toHaveBeenCalledExactlyOnceWith('answer');
});

test('it does nothing once the component is gone', () => {
  const { call, result, unmount } = drawn();
  unmount();
  result.current('late answer');
  expect(call).not.toHaveBeenCalled();
});
