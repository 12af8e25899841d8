import { expect, test } from 'vitest';
import { searchGroups } from './group-search.ts';

const group = (title: string) => ({ id: title, title });
const titles = (found: { title: string }[]) => found.map((g) => g.title);
const none = new Set<string>();

test('an empty query lists all, favourites first, then alphabetical with numbers by value', () => {
  const groups = ['10B Physics', 'art club', '7A Mathematics', 'Biology'].map(group);
  expect(titles(searchGroups(groups, '  ', new Set(['Biology'])))).toEqual([
    'Biology',
    '7A Mathematics',
    '10B Physics',
    'art club',
  ]);
});

test('ranks exact, prefix, substring, word prefix, word substring, and drops the rest', () => {
  const groups = [
    'Xb lab here Xa',
    'alab Xblab room',
    'my lab room',
    'lab room',
    'lab room two',
    'room of lab',
    'history',
  ].map(group);
  expect(titles(searchGroups(groups, 'Lab Room', none))).toEqual([
    'lab room',
    'lab room two',
    'my lab room',
    'alab Xblab room',
    'room of lab',
  ]);
});

test('a word prefix beats a word substring', () => {
  const groups = ['superlab of rooms', 'rooms for labs'].map(group);
  expect(titles(searchGroups(groups, 'lab ro', none))).toEqual(['rooms for labs', 'superlab of rooms']);
});

test('ties are ordered by favourites, then shorter name, then alphabetical', () => {
  const groups = ['Chess three', 'Chess b', 'Chess a', 'Chess favourite'].map(group);
  expect(titles(searchGroups(groups, 'chess', new Set(['Chess favourite'])))).toEqual([
    'Chess favourite',
    'Chess a',
    'Chess b',
    'Chess three',
  ]);
});
