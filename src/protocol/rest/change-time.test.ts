import { expect, test } from 'vitest';
import { changedName, formatChanged, parseChanged } from './change-time.ts';

test('what a write has changed is read as it was written, whatever its names hold', () => {
  const changed = [
    { resource: 'groups', id: 'a b#c' },
    { resource: 'groups/é', id: '' },
    { resource: 'policies' },
  ];
  expect(parseChanged(formatChanged(changed))).toEqual(changed.map(changedName));
  expect(new Set(changed.map(changedName)).size).toBe(3);
});

test('no header and an empty one name nothing', () => {
  expect(parseChanged(null)).toEqual([]);
  expect(parseChanged(formatChanged([]))).toEqual([]);
});

test('of very many changes a header names the first', () => {
  const many = Array.from({ length: 500 }, (_, i) => ({ resource: 'users', id: `u${i}` }));
  expect(parseChanged(formatChanged(many))).toEqual(many.slice(0, 50).map(changedName));
});
