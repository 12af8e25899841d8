import { expect, it } from 'vitest';
import { createSpotlight, MAX_SPOTLIGHT } from './spotlight-store.ts';

it('enlarges six at most, each once, and takes none of those that are too many', () => {
  const spotlight = createSpotlight();
  spotlight.add(['a', 'b']);
  spotlight.add(['b', 'c']);
  expect(spotlight.get()).toEqual(['a', 'b', 'c']);
  expect(MAX_SPOTLIGHT).toBe(6);
  expect(spotlight.isFull(['d', 'e', 'f'])).toBe(false);
  expect(spotlight.isFull(['d', 'e', 'f', 'g'])).toBe(true);
  spotlight.add(['d', 'e', 'f', 'g']);
  expect(spotlight.get()).toEqual(['a', 'b', 'c']);
  spotlight.remove('b');
  expect(spotlight.get()).toEqual(['a', 'c']);
  spotlight.clear();
  expect(spotlight.get()).toEqual([]);
});
