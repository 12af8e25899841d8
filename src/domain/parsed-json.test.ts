import { expect, test } from 'vitest';
import { parsedJson } from './parsed-json.ts';

test('text that is not JSON is undefined, and JSON is its value', () => {
  expect(['{"a":[1]}', 'null', '', '{', '<html>'].map(parsedJson)).toEqual([
    { a: [1] },
    null,
    undefined,
    undefined,
    undefined,
  ]);
});
