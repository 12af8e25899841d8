/** The order of a group's devices, used by its cards and by the previous and next buttons of a device. */
import { storedText } from '#protocol/storage/stored-value.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { deviceTitle, personName } from './device-facts.ts';

/** Local storage key of the user's sort order. */
export const ORDER_KEY = 'lectern.cardOrder';

export type SortKey = 'user' | 'device';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sort words of a device: its first, then its second name. Unnamed devices come last. */
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

export const storedSortKey = (storage: () => Storage): SortKey =>
  storedText(storage, ORDER_KEY).get() === 'device' ? 'device' : 'user';
