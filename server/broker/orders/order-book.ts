/** The orders of each group: pure bookkeeping, without clock, broker or database. */
import { ORDER_SLOTS, type OrderMeaning } from '#protocol/class-orders.ts';
import type { Scope } from '#protocol/topics.ts';
import type { HeldOrder, OrderKey } from '#store/groups/held-order.ts';

/** The key of an order. An order replaces the one with the same key. */
export const orderName = ({ tenant, site, groupId, slot }: OrderKey): string =>
  `${tenant}/${site}/${groupId}/${slot}`;

export function createOrderBook() {
  const held = new Map<string, HeldOrder>();

  return {
    put: (order: HeldOrder) => void held.set(orderName(order), order),
    get: (key: OrderKey): HeldOrder | undefined => held.get(orderName(key)),
    /** False: it is not stored (any more). */
    remove(order: HeldOrder): boolean {
      return held.get(orderName(order)) === order && held.delete(orderName(order));
    },
    /** Sorted by slot. */
    ofGroup: (scope: Scope, groupId: string): HeldOrder[] =>
      ORDER_SLOTS.flatMap((slot) => held.get(orderName({ ...scope, groupId, slot })) ?? []),
    /** Ends the order for one client, which a tutor addressed alone. Returns the changed order. */
    except(key: OrderKey, clientId: string, { holds }: OrderMeaning): HeldOrder | undefined {
      const order = held.get(orderName(key));
      if (holds || !order || order.except.includes(clientId)) return undefined;
      const next = { ...order, except: [...order.except, clientId] };
      held.set(orderName(key), next);
      return next;
    },
    all: (): readonly HeldOrder[] => [...held.values()],
  };
}
export type OrderBook = ReturnType<typeof createOrderBook>;
