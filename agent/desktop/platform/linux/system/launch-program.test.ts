import { expect, it } from 'vitest';
import { argumentsOf } from './launch-program.ts';

it.each([
  ['', []],
  ['  -T  Started ', ['-T', 'Started']],
  ['--file "My essay.odt" \'second one\'', ['--file', 'My essay.odt', 'second one']],
  ['a;rm $HOME | b', ['a;rm', '$HOME', '|', 'b']],
])('%j becomes %j', (text, expected) => {
  expect(argumentsOf(text)).toEqual(expected);
});
