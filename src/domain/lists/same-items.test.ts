import { expect, it } from 'vitest';
import { sameItems } from './same-items.ts';

const [a, b] = [{ id: 'a' }, { id: 'b' }];

it('answers the list of before where nothing has changed, and the new one otherwise', () => {
  const before = [a, b];
  expect(sameItems([a, b], before)).toBe(before);
  for (const next of [[b, a], [a], [a, b, a], [a, { ...b }], []]) expect(sameItems(next, before)).toBe(next);
});
