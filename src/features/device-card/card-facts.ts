/** Selects the open tabs or programs that a card shows. */
import type { OpenItem } from '#live/device-facts.ts';

/** A card has room for nine icons; an ellipsis stands for the rest. The active item is always shown. */
const MAX_OPEN_ITEMS = 9;

export function shownItems(
  items: readonly OpenItem[],
  unread = 0,
): { shown: OpenItem[]; hiddenCount: number } {
  if (items.length <= MAX_OPEN_ITEMS) return { shown: [...items], hiddenCount: unread };
  const head = items.slice(0, MAX_OPEN_ITEMS);
  const active = items.find((item) => item.active);
  const shown = active === undefined || head.includes(active) ? head : [active, ...head.slice(0, -1)];
  return { shown, hiddenCount: items.length - MAX_OPEN_ITEMS + unread };
}
