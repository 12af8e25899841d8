import { fireEvent, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { shell } from '../layout/shell-state.ts';
import { useShortcuts } from './use-shortcuts.ts';

afterEach(() => {
  shell.dialog = 'none';
});

test.each([
  ['a US layout', { key: 'g', code: 'KeyG' }, 'group-switcher'],
  ['a Cyrillic layout', { key: 'п', code: 'KeyG' }, 'group-switcher'],
  [
    'a German layout, where the slash is above the 7',
    { key: '/', code: 'Digit7', shiftKey: true },
    'shortcuts',
  ],
  ['a US layout, with Shift', { key: 'G', code: 'KeyG', shiftKey: true }, 'none'],
  ['Dvorak, with another letter at the place', { key: 'i', code: 'KeyG' }, 'none'],
] as const)('on %s', (_, press, expected) => {
  renderHook(() => useShortcuts(true));
  fireEvent.keyDown(document.body, { ...press, ctrlKey: true });
  expect(shell.dialog).toBe(expected);
});
