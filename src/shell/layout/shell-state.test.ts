import { expect, test } from 'vitest';
import { createFakeStorage } from '#session/fakes/fake-storage.ts';
import { createShellState } from './shell-state.ts';

test('the rail stays the rail at the next visit', async () => {
  const storage = createFakeStorage();
  const { state, stop } = createShellState(() => storage);
  expect(state.collapsed).toBe(false);
  state.collapsed = true;
  await Promise.resolve();
  stop();
  expect(createShellState(() => storage).state.collapsed).toBe(true);
});
