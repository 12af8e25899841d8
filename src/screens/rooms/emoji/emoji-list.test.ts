import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseEmoji, searchEmoji } from './emoji-list.ts';

const all = parseEmoji(readFileSync('public/emoji/en.txt', 'utf8'));

test('the list that is served has every emoji once, by group', () => {
  expect(all.length).toBeGreaterThan(1_800);
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  const groups = all.map(({ group }) => group).filter((group, at, list) => group !== list[at - 1]);
  expect(groups).toEqual([...new Set(groups)]);
  expect(groups).toHaveLength(9);
});

test.each([
  ['thumbs up', '👍\ufe0f'],
  ['VOLCANO', '🌋'],
  ['flag: fra', '🇫🇷'],
  ['happy gri', '😀'],
])('%s finds %s', (search, text) => {
  expect(searchEmoji(all, search).map((emoji) => emoji.text)).toContain(text);
});

test('what is no emoji is not found, and lines that are none are left out', () => {
  expect(searchEmoji(all, 'xyzzy')).toEqual([]);
  expect(parseEmoji('\n<html>\nGroup\t😀\tname')).toHaveLength(1);
});
