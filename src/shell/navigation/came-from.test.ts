import { expect, test } from 'vitest';
import { cameFrom, leaving } from './came-from.ts';

test('a link remembers the page that it was followed from', () => {
  expect(cameFrom(leaving(() => '/group/a', '/feedback')({}))).toBe('/group/a');
});

test('followed on its own page it keeps the page before', () => {
  expect(cameFrom(leaving(() => '/feedback', '/feedback')({ from: '/group/a' }))).toBe('/group/a');
  expect(cameFrom({})).toBeUndefined();
});

test('only a path of this origin is a place to go back to', () => {
  expect(cameFrom({ from: '//evil.example' })).toBe('/');
});
