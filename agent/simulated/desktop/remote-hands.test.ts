import { expect, it } from 'vitest';
import { createRemoteHands } from './remote-hands.ts';
import type { RemoteInput } from './remote-input.ts';

it('names keys with the modifiers that are held down, and shows them with the pointer', () => {
  const shown: (RemoteInput | undefined)[] = [];
  const hands = createRemoteHands((input) => shown.push(input));
  for (const [keysym, isDown] of [
    [0x61, true],
    [0x61, false],
    [0xffe3, true],
    [0xffe9, true],
    [0xffff, true],
    [0xffff, false],
    [0xffe9, false],
    [0xffe3, false],
  ] as const)
    hands.key(keysym, isDown);
  hands.pointer({ x: 0.5, y: 0.5, pressed: true });
  expect(hands.keys()).toEqual([
    { key: 'a', modifiers: [] },
    { key: 'Control', modifiers: [] },
    { key: 'Alt', modifiers: ['Control'] },
    { key: 'Delete', modifiers: ['Control', 'Alt'] },
  ]);
  expect(shown.at(-1)).toEqual({
    keys: ['a', 'Control+Alt+Delete'],
    pointer: { x: 0.5, y: 0.5, pressed: true },
  });
  hands.release();
  expect(shown.at(-1)).toBeUndefined();
});
