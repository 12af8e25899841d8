import { expect, it } from 'vitest';
import { foundWords, isHardlyFound } from './keyword-rules.ts';

it.each([
  ['Free Games here', 'game', false, true],
  ['Free Games here', 'game', true, false],
  ['Free Games here', 'games', true, true],
  ['games', 'games', true, true],
  ['endgames, games!', 'games', true, true],
  ['I feel hopeless.', 'HOPELESS', true, true],
  ['how to hurt myself', 'hurt myself', true, true],
  ['Überspiel', 'spiel', true, false],
  ['a.b', 'a+b', false, false],
  ['anything', '  ', false, false],
  ['anything', '\u200b', false, false],
  ['hope\u00adless', '\u200bhopeless', true, true],
  ['hurt\u00a0myself', 'hurt myself', true, true],
])('in %j the word %j (whole: %s) is found: %s', (text, word, wholeWordMatching, expected) => {
  expect(foundWords(text, { keywords: [word], wholeWordMatching })).toEqual(expected ? [word] : []);
});

it('names words that hardly any text has', () => {
  expect(['bully*', '"hurt', '\u200b', 'hopeless', 'why?', 'c++'].filter(isHardlyFound)).toEqual([
    'bully*',
    '"hurt',
    '\u200b',
  ]);
});
