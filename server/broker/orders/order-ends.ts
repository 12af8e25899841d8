/**
 * Decides when an order ends that no tutor lifts: no tutor is left to lift it, or it is a school day old. A lock that
 * was forgotten must not meet the next class.
 */
import type { EpochMs } from '#protocol/clock.ts';
import { groupOrders } from '#protocol/topics.ts';
import type { HeldOrder } from '../../store/groups/held-order.ts';
import type { Connection } from '../door/connection.ts';

/** How long an order holds at most. */
export const ORDER_LIFE_MS = 12 * 3_600_000;
/**
 * How long an order holds after the last console that keeps it has gone. A tutor's machine may sleep on the way to
 * the next room.
 */
export const ORDER_UNKEPT_MS = 10 * 60_000;

/** A question is its tutor's: it ends after a reload's time without them. The results stay. */
const POLL_UNKEPT_MS = 2 * 60_000;

export type OrderEndsDeps = {
  connections(): Iterable<Connection>;
  now(): EpochMs;
};

export function createOrderEnds({ connections, now }: OrderEndsDeps) {
  /** When a console that keeps an order was last seen, by `nameOf` the order. */
  const kept = new Map<string, number>();

  const isOpenPoll = ({ poll }: HeldOrder) => poll !== undefined && poll.finishedAt === undefined;
  const isHere = ({ claims }: Connection, { tenant, site }: HeldOrder) =>
    claims.kind === 'tutor' && claims.tenant === tenant && claims.site === site;

  /**
   * Whether a console is here that keeps the order: one of the tutor who gave it or, other than for a question, one that
   * has the group open.
   */
  function isKept(order: HeldOrder): boolean {
    // Results that no tutor has saved yet are kept for one.
    if (order.poll?.finishedAt !== undefined) return true;
    for (const connection of connections()) {
      if (!isHere(connection, order)) continue;
      const { claims, filters } = connection;
      if (claims.sub === order.tutorId) return true;
      if (!order.poll && filters.has(groupOrders(order, order.groupId))) return true;
    }
    return false;
  }

  return {
    /** Those of these orders that are over. To be called regularly. */
    over(orders: readonly HeldOrder[]): HeldOrder[] {
      const at = now();
      const names = new Set(orders.map(nameOf));
      for (const name of kept.keys()) if (!names.has(name)) kept.delete(name);
      return orders.filter((order) => {
        const name = nameOf(order);
        // A time in the future was noted before the clock was set back.
        const before = Math.min(kept.get(name) ?? at, at);
        const keptAt = isKept(order) ? at : before;
        kept.set(name, keptAt);
        return (
          at - order.since >= ORDER_LIFE_MS || at - keptAt >= (order.poll ? POLL_UNKEPT_MS : ORDER_UNKEPT_MS)
        );
      });
    },
    /** Whether nothing is kept of an order that is over, not even the results of a question. */
    isForGood: (order: HeldOrder): boolean => !isOpenPoll(order) || now() - order.since >= ORDER_LIFE_MS,
    /** Whether the order is an open question of the tutor who left, and who has no other console here. */
    isLeftBy: (order: HeldOrder, left: Connection): boolean =>
      isOpenPoll(order) &&
      isHere(left, order) &&
      left.claims.sub === order.tutorId &&
      ![...connections()].some(
        (other) => other !== left && isHere(other, order) && other.claims.sub === order.tutorId,
      ),
  };
}

/** Orders of two sites may have the same id. */
const nameOf = ({ tenant, site, id }: HeldOrder) => `${tenant}/${site}/${id}`;
