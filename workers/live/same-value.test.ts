import { expect, test } from 'vitest';
import { isSame } from './same-value.ts';

test.each([
  [1, 1, true],
  ['a', 'b', false],
  [null, {}, false],
  [[], {}, false],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, true],
  [{ a: [1, 2] }, { a: [1] }, false],
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
])('%j and %j: %s', (a, b, same) => {
  expect(isSame(a, b)).toBe(same);
  expect(isSame(b, a)).toBe(same);
});
