import * as v from 'valibot';
import { expect, it } from 'vitest';
import { renderFailureBodySchema } from '#protocol/render-failure.ts';
import { describeFailure } from './describe-failure.ts';

function thrown(message: string, stack: string, name = 'TypeError'): Error {
  const error = new Error(message);
  error.name = name;
  error.stack = stack;
  return error;
}

const CHROMIUM = `TypeError: Cannot read properties of “Ada Lovelace” at https://demo.example/group/g-7a:1:2
    at Ze (https://demo.example/assets/wall-screen-Ab_1.js:1:20)
    at https://demo.example/assets/react-C-2.js:9:3456
    at eval (https://demo.example/group/g-7a?userId=u-ada:1:1)`;

it('says where it was thrown and in which components, and nothing of the message, the page or the person', () => {
  const report = describeFailure({
    part: 'tile',
    error: thrown('Ada Lovelace', CHROMIUM),
    componentStack: '\n    at Tile (https://demo.example/assets/wall-tile-X.js:3:4)\n    at ul',
  });
  expect(report).toMatchObject({
    part: 'tile',
    error: 'TypeError',
    frames: ['wall-screen-Ab_1.js:1:20', 'react-C-2.js:9:3456', 'wall-tile-X.js:3:4'],
  });
  expect(JSON.stringify(report)).not.toMatch(/Ada|demo\.example|g-7a/);
  expect(v.is(renderFailureBodySchema, report)).toBe(true);
});

it('reads stacks of Firefox and of the development server', () => {
  const stack = `Ze@https://x/assets/a.js:1:2\n@http://localhost:5173/src/screens/wall/wall.tsx?t=17:66:9`;
  expect(describeFailure({ part: 'page', error: thrown('', stack) }).frames).toEqual([
    'a.js:1:2',
    'wall.tsx:66:9',
  ]);
});

it.each([
  [
    'React’s own, by number',
    thrown('Minified React error #185; visit https://x', '', 'Error'),
    'React error 185',
  ],
  ['a name that is a text', thrown('', '', 'Ada’s error'), 'Error'],
  ['no error at all', 'Ada', 'no Error'],
  ['nothing', undefined, 'no Error'],
])('names %s', (_, error, name) => {
  const report = describeFailure({ part: 'card', error });
  expect(report.error).toBe(name);
  expect(v.is(renderFailureBodySchema, report)).toBe(true);
});

it('stays small, however deep the stack', () => {
  const deep = Array.from({ length: 500 }, (_, at) => `at f (https://x/assets/${'a'.repeat(90)}.js:${at}:1)`);
  const report = describeFailure({
    part: 'panel',
    error: thrown('x'.repeat(1e6), deep.join('\n')),
    componentStack: deep.join('\n'),
  });
  expect(v.is(renderFailureBodySchema, report)).toBe(true);
  expect(JSON.stringify(report).length).toBeLessThan(1_200);
});
