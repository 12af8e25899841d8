import { expect, it } from 'vitest';
import { MAX_RUNNER_NAME, runnerNameProblem } from './runner-name.ts';

it.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['a'.repeat(MAX_RUNNER_NAME), undefined],
  [` ${'a'.repeat(MAX_RUNNER_NAME)} `, undefined],
  ['a'.repeat(MAX_RUNNER_NAME + 1), 'too-long'],
  ['Attic', 'taken'],
  [' aTTIC', 'taken'],
  ['Attic 2', undefined],
])('%j is %s', (name, problem) => {
  expect(runnerNameProblem(name, ['Cellar', 'attic '])).toBe(problem);
});
