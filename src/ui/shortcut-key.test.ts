import { expect, test } from 'vitest';
import { shortcutKey } from './shortcut-key.ts';

test.each([
  ['g', 'KeyG', 'g'],
  ['G', 'KeyG', 'g'],
  // Cyrillic, Greek, Hebrew, Arabic, Thai, Japanese and Korean layouts.
  ['п', 'KeyG', 'g'],
  ['γ', 'KeyG', 'g'],
  ['ע', 'KeyG', 'g'],
  ['ل', 'KeyG', 'g'],
  ['เ', 'KeyG', 'g'],
  ['き', 'KeyG', 'g'],
  ['ㅎ', 'KeyG', 'g'],
  ['.', 'Slash', '/'],
  ['ظ', 'Slash', '/'],
  // Hebrew types a slash where Q is; on Dvorak and AZERTY letters have other places.
  ['/', 'KeyQ', '/'],
  ['g', 'KeyU', 'g'],
  ['i', 'KeyG', 'i'],
  ['a', 'KeyQ', 'a'],
  ['é', 'Digit2', 'é'],
  ['-', 'Slash', '-'],
  // Named keys.
  ['Escape', 'Escape', 'escape'],
  ['Dead', 'BracketLeft', 'dead'],
])('%s, typed with %s, is %s', (key, code, expected) => {
  expect(shortcutKey({ key, code })).toBe(expected);
});
