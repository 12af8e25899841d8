import { expect, test } from 'vitest';
import { shownText } from './shown-text.ts';

test('plain words stay as they are, also in scripts that run from right to left', () => {
  expect(shownText('Ada Lovelace')).toBe('Ada Lovelace');
  expect(shownText('<b>bold</b> & more')).toBe('<b>bold</b> & more');
  expect(shownText('עדה שלום')).toBe('עדה שלום');
});

test('marks that turn the direction, controls and line breaks become a space', () => {
  expect(shownText('a\u202egpj.exe\u2069\u200fb')).toBe('a gpj.exe b');
  expect(shownText(' one\r\n\ttwo\u0000 ')).toBe('one two');
});

test('ten thousand characters are cut, with a sign that there is more', () => {
  const cut = shownText('x'.repeat(10_000));
  expect(cut).toHaveLength(300);
  expect(cut.endsWith('x…')).toBe(true);
  expect(shownText('abcdef', 4)).toBe('abc…');
});

test('a character of two units is never cut in half', () => {
  expect(shownText('👩👩👩👩', 3)).toBe('👩👩…');
  expect(shownText('👩👩👩', 3)).toBe('👩👩👩');
});
