/**
 * Ends orders that no tutor lifts: when no tutor is left to do so, or after a school day. A forgotten lock
 * must not affect the next class.
 */
import type { EpochMs } from '#protocol/clock.ts';
import { groupOrders } from '#protocol/topics.ts';
import type { HeldOrder } from '#store/groups/held-order.ts';
import type { Connection } from '../door/connection.ts';

/** Maximum lifetime of an order. */
export const ORDER_LIFE_MS = 12 * 3_600_000;
/**
 * How long an order lasts after the last console that keeps it alive has gone. A tutor's machine may sleep on
 * the way to the next room.
 */
export const ORDER_GRACE_MS = 10 * 60_000;

/** A poll depends on its tutor: it finishes after this absence, long enough for a reload. Results stay. */
const POLL_GRACE_MS = 2 * 60_000;

export type OrderEndsDeps = {
  connections(): Iterable<Connection>;
  now(): EpochMs;
};

export function createOrderEnds({ connections, now }: OrderEndsDeps) {
  /** When a console that keeps an order alive was last seen. Keyed by `nameOf`. */
  const lastAlive = new Map<string, number>();

  const isOpenPoll = ({ poll }: HeldOrder) => poll !== undefined && poll.finishedAt === undefined;
  const isHere = ({ claims }: Connection, { tenant, site }: HeldOrder) =>
    claims.kind === 'tutor' && claims.tenant === tenant && claims.site === site;

  /**
   * Whether a console keeps the order alive: one of the order's tutor or, except for polls, one that has the
   * group open.
   */
  function isKeptAlive(order: HeldOrder): boolean {
    // Results stay until a tutor saves them.
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
    /** Returns the expired ones of these orders. Must be called regularly. */
    over(orders: readonly HeldOrder[]): HeldOrder[] {
      const at = now();
      const names = new Set(orders.map(nameOf));
      for (const name of lastAlive.keys()) if (!names.has(name)) lastAlive.delete(name);
      return orders.filter((order) => {
        const name = nameOf(order);
        // A time in the future was noted before the clock was set back.
        const before = Math.min(lastAlive.get(name) ?? at, at);
        const aliveAt = isKeptAlive(order) ? at : before;
        lastAlive.set(name, aliveAt);
        return (
          at - order.since >= ORDER_LIFE_MS || at - aliveAt >= (order.poll ? POLL_GRACE_MS : ORDER_GRACE_MS)
        );
      });
    },
    /** Whether nothing remains of an expired order, not even the results of a poll. */
    isForGood: (order: HeldOrder): boolean => !isOpenPoll(order) || now() - order.since >= ORDER_LIFE_MS,
    /** Whether the order is an open poll of the tutor who left and has no other console here. */
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
