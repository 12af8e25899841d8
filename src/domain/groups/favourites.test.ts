import { expect, test } from 'vitest';
import { withFavourite } from './favourites.ts';

test('adds at the end and removes', () => {
  expect(withFavourite(['a'], 'b', true)).toEqual(['a', 'b']);
  expect(withFavourite(['a', 'b'], 'a', false)).toEqual(['b']);
});

test('an empty id, adding an existing and removing an absent one leave the list itself', () => {
  const list = ['a'];
  expect(withFavourite(list, '', true)).toBe(list);
  expect(withFavourite(list, 'a', true)).toBe(list);
  expect(withFavourite(list, 'b', false)).toBe(list);
});
