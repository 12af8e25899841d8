/** What a card alone says of a device: as many of its tabs as there is room for. */
import type { OpenItem } from '../../live/device-facts.ts';

/** At most nine on a card; more shows an ellipsis (part 1 §9). The active one is always among them. */
const MAX_OPEN_ITEMS = 9;

export function shownItems(items: readonly OpenItem[]): { shown: OpenItem[]; hiddenCount: number } {
  if (items.length <= MAX_OPEN_ITEMS) return { shown: [...items], hiddenCount: 0 };
  const head = items.slice(0, MAX_OPEN_ITEMS);
  const active = items.find((item) => item.active);
  const shown = active === undefined || head.includes(active) ? head : [active, ...head.slice(0, -1)];
  return { shown, hiddenCount: items.length - MAX_OPEN_ITEMS };
}
