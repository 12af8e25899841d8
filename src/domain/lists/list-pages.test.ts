import { expect, test } from 'vitest';
import { pageOf } from './list-pages.ts';

test('ten on a page, and a page that is not there is the nearest one', () => {
  const many = Array.from({ length: 23 }, (_, index) => index);
  expect(pageOf(many, 1, 10)).toEqual({ page: 1, pageCount: 3, shown: many.slice(0, 10) });
  expect(pageOf(many, 3, 10).shown).toEqual([20, 21, 22]);
  expect(pageOf(many, 99, 10).page).toBe(3);
  expect(pageOf(many, -1, 10).page).toBe(1);
  expect(pageOf([], 4, 10)).toEqual({ page: 1, pageCount: 1, shown: [] });
});
