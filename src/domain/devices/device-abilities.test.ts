import { expect, test } from 'vitest';
import { abilitiesOf, canDo, systemOf } from './device-abilities.ts';
import { COMPUTER_TYPES } from './device-type.ts';

const computer = abilitiesOf({ type: 'linuxAgent' });
const browser = abilitiesOf({ type: 'extension' });
const unknown = abilitiesOf(undefined);

test.each([
  ['a lock', 'lock', [true, true, true]],
  ['a shutdown', 'powerAction', [true, false, false]],
  ['the files of the machine', 'retrieveFiles', [true, false, false]],
  ['the whole screen instead of pages', 'fullScreen', [false, true, false]],
  ['windows in front', 'focusApp', [false, false, false]],
])('%s: computers, browsers and unknown devices', (_, action, expected) => {
  expect([computer, browser, unknown].map((device) => canDo(device, action))).toEqual(expected);
});

test('an ability adds actions, and “unsupported” removes them, also those of an ability', () => {
  const page = abilitiesOf({ type: 'unknown', abilities: ['collectFiles', 'focusApp'] });
  expect(['collectFiles', 'retrieveFiles', 'focusApp'].map((action) => canDo(page, action))).toEqual([
    true,
    true,
    true,
  ]);
  const less = { ...page, unsupported: ['mute', 'collectFiles', 'focusApp'] };
  expect(['mute', 'collectFiles', 'retrieveFiles', 'focusApp'].map((action) => canDo(less, action))).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

test.each(COMPUTER_TYPES)('a %s controls a whole computer', (type) => {
  expect(systemOf(type)).toBe('computer');
});
