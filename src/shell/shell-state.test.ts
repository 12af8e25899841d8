import { expect, test } from 'vitest';
import { createShellState } from './shell-state.ts';

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    length: 0,
    clear: () => items.clear(),
    key: () => null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

test('the rail stays the rail at the next visit', async () => {
  const storage = memoryStorage();
  const { state, stop } = createShellState(() => storage);
  expect(state.collapsed).toBe(false);
  state.collapsed = true;
  await Promise.resolve();
  stop();
  expect(createShellState(() => storage).state.collapsed).toBe(true);
});
