import { expect, test } from 'vitest';
import { mergedList } from './merged-list.ts';

test.each([
  ['nobody else has changed it', 'a b c', 'a b c', 'c a d', 'c a d'],
  ['the other has removed what this one keeps', 'b c', 'a b c', 'a b c d', 'b c d'],
  ['the other has added', 'a b x', 'a b', 'b', 'b x'],
  ['both have added the same', 'a x', 'a', 'a x', 'a x'],
  ['both have removed the same', 'a', 'a b', 'a', 'a'],
  ['one has emptied it', 'a b x', 'a b', '', 'x'],
])('%s', (_, now, former, wanted, merged) => {
  const list = (text: string) => text.split(' ').filter(Boolean);
  expect(mergedList(list(now), { former: list(former), wanted: list(wanted) })).toEqual(list(merged));
});
