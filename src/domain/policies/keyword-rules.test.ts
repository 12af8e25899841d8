import { expect, it } from 'vitest';
import { foundWords } from './keyword-rules.ts';

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
])('in %j the word %j (whole: %s) is found: %s', (text, word, wholeWordMatching, expected) => {
  expect(foundWords(text, { keywords: [word], wholeWordMatching })).toEqual(expected ? [word] : []);
});
