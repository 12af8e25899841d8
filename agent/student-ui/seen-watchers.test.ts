import { expect, it } from 'vitest';
import { seenWatchers } from './seen-watchers.ts';

it('counts from the first look of a tutor who has not stopped since', () => {
  const anna = { tutorId: 'a', name: 'Anna' };
  const first = seenWatchers([], [anna], 10);
  expect(first).toEqual([{ ...anna, since: 10 }]);
  const both = seenWatchers(first, [anna, { tutorId: 'b' }], 20);
  expect(both.map(({ since }) => since)).toEqual([10, 20]);
  expect(seenWatchers(seenWatchers(both, [], 30), [anna], 40)).toEqual([{ ...anna, since: 40 }]);
});
