import { expect, test } from 'vitest';
import { shownItems } from './card-facts.ts';

test('more than nine items are cut, the active one is never cut away', () => {
  const items = Array.from({ length: 12 }, (_, i) => ({
    id: String(i),
    closeId: String(i),
    title: '',
    active: i === 11,
  }));
  const { shown, hiddenCount } = shownItems(items);
  expect([shown.length, hiddenCount, shown[0]?.id]).toEqual([9, 3, '11']);
  expect(shownItems(items.slice(0, 9)).hiddenCount).toBe(0);
});
