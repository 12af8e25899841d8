import { expect, test } from 'vitest';
import { sortedRows } from './list-sort.ts';

const rows = ['PC-10', 'b', '', 'PC-9', 'B', 'a'].map((name, index) => ({ name, id: index }));
const names = (isDescending: boolean) =>
  sortedRows(rows, { column: 'name', isDescending }, ({ name }) => name).map(({ name }) => name);

test('case does not matter, numbers go by value, and who shows nothing comes last', () => {
  expect(names(false)).toEqual(['a', 'b', 'B', 'PC-9', 'PC-10', '']);
});

test('the other way round who shows nothing still comes last, and equals keep their order', () => {
  expect(names(true)).toEqual(['PC-10', 'PC-9', 'b', 'B', 'a', '']);
});

test('without a column the list stays as it is', () => {
  expect(sortedRows(rows, undefined, ({ name }) => name)).toBe(rows);
});
