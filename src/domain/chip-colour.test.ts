import { expect, test } from 'vitest';
import { chipColours } from './chip-colour.ts';

test.each([
  ['#000000', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#b3261e', '#ffffff'],
  ['#ef6c00', '#000000'],
  ['#FF0', '#000000'],
])('on %s the icon is %s', (colour, ink) => {
  expect(chipColours(colour)?.ink).toBe(ink);
});

test('a short colour is written in full', () => {
  expect(chipColours(' #0aF ')?.ground).toBe('#00aaff');
});

test.each(['', 'red', 'url(https://x.example)', '#12', '#12345678', '#000;background:red', 'var(--x)'])(
  '“%s” is no colour',
  (colour) => {
    expect(chipColours(colour)).toBeUndefined();
  },
);
