import { expect, it } from 'vitest';
import { matchesWildcard } from './wildcard.ts';

it.each([
  ['Essay.docx', '*.docx', true],
  ['Essay.DOCX', '*.docx', true],
  ['Essay.docx', '*.doc', false],
  ['Essay.docx', 'e?say.*', true],
  ['Essay.docx', '?ssay', false],
  ['anything', '*', true],
  ['', '*', true],
  ['', '?', false],
  ['a.b.c', '*.*.*', true],
  ['a.b', '*.*.*', false],
  ['abcabc', 'a*bc', true],
  ['Ähre.txt', 'ähre.*', true],
  // Two ways to write the same letter: a file's name from a Mac has the second one.
  ['\u00e4hre.txt', 'A\u0308hre.*', true],
  ['a\u0308hre.txt', '?hre.*', true],
  ['宿題😀.pdf', '宿題?.pdf', true],
  ['a+b(1).txt', 'a+b(1).*', true],
  ['essay', 'essay**', true],
])('%j matches %j: %s', (name, pattern, matches) => {
  expect(matchesWildcard(name, pattern)).toBe(matches);
});

it('is not slowed down by a hostile pattern', () => {
  const startedAt = performance.now();
  expect(matchesWildcard('a'.repeat(255), `${'*a'.repeat(120)}*b`)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(200);
});
