/** Which action of a pair, such as lock and unlock, is the newest: an older one comes too late. */
import type { OrderKey } from './held-order.ts';

/** *Message expiry* counts whole seconds, at the console and at the broker. */
const SAME_TIME_MS = 3_000;

/** `now`: epoch milliseconds. */
export function createNewestAsked(now: () => number) {
  /**
   * By group and slot: when the newest action was asked that began or ended an order. A time in the future was noted
   * before the clock was set back: it says nothing.
   */
  const askedAt = new Map<string, number>();

  return {
    /** Whether a newer action of the same pair came before. Devices do not do such an action either. */
    isOvertaken({ tenant, site, groupId, slot }: OrderKey, atMs: number): boolean {
      const name = `${tenant}/${site}/${groupId}/${slot}`;
      const before = askedAt.get(name);
      if (before !== undefined && before <= now() && atMs < before - SAME_TIME_MS) return true;
      askedAt.set(name, atMs);
      return false;
    },
  };
}
