/** Detects overtaken actions of a pair, such as lock and unlock: an older one arrives too late. */
import type { EpochMs } from '#protocol/clock.ts';
import type { OrderKey } from '#store/groups/held-order.ts';
import { ORDER_LIFE_MS } from './order-ends.ts';

/** *Message expiry* counts whole seconds, at the console and at the broker. */
const MAX_CLOCK_SKEW_MS = 3_000;

export function createNewestAsked(now: () => EpochMs) {
  /**
   * The time of the newest action per group and slot that began or ended an order, last noted last. A time in
   * the future was noted before the clock was set back and is ignored.
   */
  const askedAt = new Map<string, EpochMs>();

  /** Entries older than the longest order are removed, because no action that old is still sent. */
  function note(name: string, atMs: EpochMs): void {
    askedAt.delete(name);
    askedAt.set(name, atMs);
    for (const [each, at] of askedAt) {
      if (at > now() - ORDER_LIFE_MS) return;
      askedAt.delete(each);
    }
  }

  return {
    /** Number of stored entries. */
    size: () => askedAt.size,
    /** Whether a newer action of the same pair came before. Devices ignore such an action, too. */
    isOvertaken({ tenant, site, groupId, slot }: OrderKey, atMs: EpochMs): boolean {
      const name = `${tenant}/${site}/${groupId}/${slot}`;
      const before = askedAt.get(name);
      if (before !== undefined && before <= now() && atMs < before - MAX_CLOCK_SKEW_MS) return true;
      note(name, atMs);
      return false;
    },
  };
}
