/** Which action of a pair, such as lock and unlock, is the newest: an older one comes too late. */
import type { OrderKey } from '../../store/groups/held-order.ts';
import { ORDER_LIFE_MS } from './order-ends.ts';

/** *Message expiry* counts whole seconds, at the console and at the broker. */
const SAME_TIME_MS = 3_000;

/** `now`: epoch milliseconds. */
export function createNewestAsked(now: () => number) {
  /**
   * By group and slot: when the newest action was asked that began or ended an order. A time in the future was noted
   * before the clock was set back: it says nothing. Those that were noted last are last.
   */
  const askedAt = new Map<string, number>();

  /** No order lasts so long that an older action could bring it back. */
  function note(name: string, atMs: number): void {
    askedAt.delete(name);
    askedAt.set(name, atMs);
    for (const [each, at] of askedAt) {
      if (at > now() - ORDER_LIFE_MS) return;
      askedAt.delete(each);
    }
  }

  return {
    /** How many groups and slots are remembered. */
    size: () => askedAt.size,
    /** Whether a newer action of the same pair came before. Devices do not do such an action either. */
    isOvertaken({ tenant, site, groupId, slot }: OrderKey, atMs: number): boolean {
      const name = `${tenant}/${site}/${groupId}/${slot}`;
      const before = askedAt.get(name);
      if (before !== undefined && before <= now() && atMs < before - SAME_TIME_MS) return true;
      note(name, atMs);
      return false;
    },
  };
}
