/** What a card alone says of a device: as many of its tabs as there is room for, and where it stands among the others. */
import type { LiveClient } from '#protocol/live-worker.ts';
import { deviceTitle, type OpenItem, personName } from '../../live/device-facts.ts';

/** At most nine on a card; more shows an ellipsis (part 1 §9). The active one is always among them. */
const MAX_OPEN_ITEMS = 9;

export function shownItems(items: readonly OpenItem[]): { shown: OpenItem[]; hiddenCount: number } {
  if (items.length <= MAX_OPEN_ITEMS) return { shown: [...items], hiddenCount: 0 };
  const head = items.slice(0, MAX_OPEN_ITEMS);
  const active = items.find((item) => item.active);
  const shown = active === undefined || head.includes(active) ? head : [active, ...head.slice(0, -1)];
  return { shown, hiddenCount: items.length - MAX_OPEN_ITEMS };
}

export type SortKey = 'user' | 'device';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The words that a device is sorted by: its first, then its second name. Unnamed ones come last. */
export function sortWords(
  client: Pick<LiveClient, 'info' | 'clientId'>,
  key: SortKey,
): [string, string, string] {
  const user = personName(client) ?? '\uffff';
  const device = deviceTitle(client) || '\uffff';
  return key === 'user' ? [user, device, client.clientId] : [device, user, client.clientId];
}

export function compareSortWords(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length; i += 1) {
    const order = collator.compare(a[i] ?? '', b[i] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}
