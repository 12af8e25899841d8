import { expect, test } from 'vitest';
import { byName, searchMembers } from './member-search.ts';

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

test('numbers by value, case ignored, the nameless last', () => {
  const list = ['PC-10', '', 'pc-2', 'PC-1'].map((name, i) => ({ id: String(i), name }));
  expect(list.sort(byName).map(({ name }) => name)).toEqual(['PC-1', 'pc-2', 'PC-10', '']);
});
