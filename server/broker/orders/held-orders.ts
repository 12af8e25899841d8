/** The orders in memory and in the store, and their delivery to devices and tutors. */

import type { KeyedWork } from '#base/keyed-work.ts';
import type { OrderMeaning } from '#protocol/class-orders.ts';
import type { Scope } from '#protocol/topics.ts';
import type { HeldOrder, OrderKey, OrderStore } from '#store/groups/held-order.ts';
import type { Connection } from '../door/connection.ts';
import { createOrderBook, type OrderBook, orderName } from './order-book.ts';
import { createOrderDelivery } from './order-delivery.ts';

export type HeldOrdersDeps = {
  store: OrderStore;
  connections(): Iterable<Connection>;
  /** Publishes a retained message. */
  publish(topic: string, payload: Buffer): Promise<void>;
  work: KeyedWork;
  failed(error: unknown): void;
};

export type HeldOrders = Pick<OrderBook, 'get' | 'all'> & {
  /** Replaces the order with the same key; with `tutors`, only the tutors are notified. */
  put(order: HeldOrder, recipients?: 'tutors'): void;
  /** Ends the order for one client only. */
  except(key: OrderKey, clientId: string, meaning: OrderMeaning): void;
  end(order: HeldOrder): void;
  /** Retries removals that failed in the store. */
  retryRemovals(): void;
  /** Sends a device its orders. */
  deliver(connection: Connection): Promise<void>;
  /** Restores an order from the store, without notifications. */
  restore(order: HeldOrder): void;
  /** Publishes the orders of a group to its tutors. */
  publishGroup(scope: Scope, groupId: string): Promise<void>;
};

export function createHeldOrders(deps: HeldOrdersDeps): HeldOrders {
  const { store, work } = deps;
  const book = createOrderBook();
  const delivery = createOrderDelivery({ ...deps, book, tutorName: store.tutorName });

  /**
   * Stores an order, then publishes it. A tutor with access to all groups may name one that does not exist;
   * such an order is dropped. If the store fails, the order applies until the platform stops.
   */
  function save(order: HeldOrder, recipients?: 'tutors'): void {
    work.enqueue(workKey(order), async () => {
      const isStored = await store.put(order).catch((error: unknown) => {
        deps.failed(error);
        return true;
      });
      if (isStored) delivery.changed(order, order.groupId, recipients);
      else book.remove(order);
    });
  }

  /** Ended orders whose rows are not removed yet; a restart would restore them. */
  const pendingRemovals = new Map<string, OrderKey>();

  function remove(key: OrderKey): void {
    const name = orderName(key);
    work.enqueue(workKey(key), async () => {
      // Meanwhile another order has this name, so the former one is not removed.
      if (pendingRemovals.get(name) !== key) return;
      await store.remove(key);
      if (pendingRemovals.get(name) === key) pendingRemovals.delete(name);
    });
  }

  return {
    get: book.get,
    all: book.all,
    put(order, recipients) {
      book.put(order);
      pendingRemovals.delete(orderName(order));
      save(order, recipients);
    },
    except(key, clientId, meaning) {
      const next = book.except(key, clientId, meaning);
      if (next) save(next);
    },
    end(order) {
      if (!book.remove(order)) return;
      pendingRemovals.set(orderName(order), order);
      remove(order);
      delivery.changed(order, order.groupId);
    },
    retryRemovals() {
      for (const key of pendingRemovals.values()) remove(key);
    },
    deliver: delivery.toDevice,
    restore: book.put,
    publishGroup: delivery.toGroup,
  };
}

const workKey = ({ tenant, site, groupId }: OrderKey) => `orders ${tenant}/${site}/${groupId}`;
