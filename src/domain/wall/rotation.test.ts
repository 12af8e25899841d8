import { expect, it } from 'vitest';
import { parseRotationGroups, parseTurnSeconds, turnAfter } from './rotation.ts';

it.each([
  ['["a","b"]', ['a', 'b']],
  [
    ['a', 'b', 'a', ' ', 7, 'c'],
    ['a', 'b', 'c'],
  ],
  ['["a"]', undefined],
  ['[', undefined],
  [{ a: 1 }, undefined],
  [undefined, undefined],
  [
    ['x'.repeat(256), 'a', 'b'],
    ['a', 'b'],
  ],
])('the groups %j are %j', (value, groups) => {
  expect(parseRotationGroups(value)).toEqual(groups);
});

it('takes fifty groups at most', () => {
  expect(parseRotationGroups(Array.from({ length: 999 }, (_, i) => `g${i}`))).toHaveLength(50);
});

it.each([
  [30, 30],
  ['45', 45],
  [1, 5],
  [1e9, 3_600],
  [Number.NaN, undefined],
  ['soon', undefined],
  [undefined, undefined],
  [[30], undefined],
])('a turn of %j is %j seconds', (value, seconds) => {
  expect(parseTurnSeconds(value)).toBe(seconds);
});

it('takes turns in their order, over and over, and leaves out whom the tutor may not see', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const visible = new Set(['a', 'c', 'd']);
  expect(turnAfter(ids, visible, 'a')).toEqual({ next: 'c', at: 1, of: 3 });
  expect(turnAfter(ids, visible, 'd')).toEqual({ next: 'a', at: 3, of: 3 });
  expect(turnAfter(ids, visible, 'elsewhere')).toEqual({ next: 'a', at: 0, of: 3 });
  expect(turnAfter(ids, new Set(['a']), 'a')).toBeUndefined();
  expect(turnAfter(ids, new Set(), 'a')).toBeUndefined();
});
