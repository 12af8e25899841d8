import { expect, test } from 'vitest';
import { shownName } from './shown-name.ts';

test('a name is shown as it is, without space around it', () => {
  expect(shownName(' Quiet <b>classroom</b> 🔇 ')).toBe('Quiet <b>classroom</b> 🔇');
});

test('ten thousand letters are cut, and no emoji is cut in two', () => {
  expect(shownName('a'.repeat(10_000))).toBe(`${'a'.repeat(200)}…`);
  expect(shownName('👩🏽‍🚀'.repeat(10), 2)).toBe('👩🏽‍🚀👩🏽‍🚀…');
  expect(shownName('👩🏽‍🚀'.repeat(2), 2)).toBe('👩🏽‍🚀👩🏽‍🚀');
});

test('what runs from right to left does not turn the words around it', () => {
  expect(`${shownName('\u202eevil')} (disabled)`).toBe('\u2068\u202eevil\u2069 (disabled)');
  expect(shownName('הקט')).toBe('\u2068הקט\u2069');
});
