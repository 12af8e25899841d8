import { expect, test } from 'vitest';
import { byName, memberPage, searchMembers } from './member-search.ts';

const members = [
  { id: '1', name: 'Ada Lovelace', deviceName: 'RS-7A-01' },
  { id: '2', name: 'Grace Hopper' },
  { id: '3', name: 'Alan Turing', deviceName: 'CB-7A-02' },
];
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test.each([
  ['', ['1', '2', '3']],
  ['  ', ['1', '2', '3']],
  ['ADA', ['1']],
  ['7a-0', ['1', '3']],
  [' hopper ', ['2']],
  ['nobody', []],
])('a search for %j finds %j', (query, found) => {
  expect(ids(searchMembers(members, query))).toEqual(found);
});

test('ten on a page, and a page that is not there is the nearest one', () => {
  const many = Array.from({ length: 23 }, (_, i) => i);
  expect(memberPage(many, 1)).toEqual({ page: 1, pageCount: 3, shown: many.slice(0, 10) });
  expect(memberPage(many, 3).shown).toEqual([20, 21, 22]);
  expect(memberPage(many, 99).page).toBe(3);
  expect(memberPage(many, -1).page).toBe(1);
  expect(memberPage([], 4)).toEqual({ page: 1, pageCount: 1, shown: [] });
});

test('numbers by value, case ignored, the nameless last', () => {
  const list = ['PC-10', '', 'pc-2', 'PC-1'].map((name, i) => ({ id: String(i), name }));
  expect(list.sort(byName).map(({ name }) => name)).toEqual(['PC-1', 'pc-2', 'PC-10', '']);
});
