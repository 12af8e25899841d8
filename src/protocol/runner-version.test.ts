import { expect, it } from 'vitest';
import { isOldRunner } from './runner-version.ts';

it.each([
  ['1.2.0', false],
  ['1.2', false],
  ['1.10.0', false],
  ['2.0.0', false],
  ['1.1.9', true],
  ['0.9', true],
  ['beta', true],
  [null, true],
])('a runner of version %s is too old: %s', (version, isOld) => {
  expect(isOldRunner(version)).toBe(isOld);
});
