import { expect, test } from 'vitest';
import { shownName } from './people/shown-name.ts';
import { shownText } from './shown-text.ts';
import { hasVisibleText, trimmedText, withoutUnseen } from './visible-text.ts';

test.each([
  '',
  ' \t\n',
  '\u200b',
  '\u200e\u200f\u202e\u2066',
  '\u00a0\u3000',
  '\u3164\u115f\uffa0',
  '\u2800',
  '\ufeff\u00ad\u2060',
  '\u{e0041}',
  '\u0000\u0007',
])('%j shows nothing', (text) => {
  expect(hasVisibleText(text)).toBe(false);
});

test.each(['a', '\u200f7', '👩‍🏫', 'ա', '—', '\u200bא'])('%j shows something', (text) => {
  expect(hasVisibleText(text)).toBe(true);
});

test('unseen letters are removed, and each blank is a plain one', () => {
  expect(withoutUnseen('\ufeff\u202aSN\u00ad-\u200b1\u202c\u00a0x\u0000 ')).toBe('SN-1 x');
});

test('a name of unseen letters is none, wherever names are displayed', () => {
  const unseen = ' \u200b\u202e\u3164 ';
  expect([trimmedText(unseen), shownText(unseen), shownName(unseen)]).toEqual(['', '', 'Unnamed']);
  expect([trimmedText(' \u200fאב '), shownText('a\u200bb')]).toEqual(['\u200fאב', 'a\u200bb']);
});
