import { expect, test } from 'vitest';
import { createKeyedWork } from '#base/keyed-work.ts';
import type { HeldOrder, OrderStore } from '#store/groups/held-order.ts';
import { createHeldOrders } from './held-orders.ts';

const lock = (id: string): HeldOrder => ({
  tenant: 'demo',
  site: 'riverside',
  groupId: 'maths',
  slot: 'lock',
  id,
  action: 'lock',
  parameters: {},
  tutorId: 'tina',
  since: 0,
  except: [],
});

function setUp() {
  const rows = new Map<string, HeldOrder>();
  let isAway = false;
  const failures: unknown[] = [];
  const failed = (error: unknown) => void failures.push(error);
  const store: OrderStore = {
    all: async () => [...rows.values()],
    async put(order) {
      rows.set(order.slot, order);
      return true;
    },
    async remove({ slot }) {
      if (isAway) throw new Error('the database is away');
      rows.delete(slot);
    },
    tutorName: async () => undefined,
    clientNames: async () => new Map(),
  };
  const work = createKeyedWork(failed);
  const orders = createHeldOrders({
    store,
    connections: () => [],
    publish: () => Promise.resolve(),
    work,
    failed,
  });
  return {
    orders,
    failures,
    settled: work.settled,
    ids: () => [...rows.values()].map(({ id }) => id),
    away(next: boolean) {
      isAway = next;
    },
  };
}

test('an order that was lifted while the database was away is removed when it is back', async () => {
  const { orders, settled, ids, away, failures } = setUp();
  const first = lock('first');
  orders.put(first);
  await settled();
  away(true);
  orders.end(first);
  await settled();
  expect(failures).toHaveLength(1);
  away(false);
  orders.retryRemovals();
  await settled();
  expect(ids()).toEqual([]);
});

test('one that was given meanwhile stays', async () => {
  const { orders, settled, ids, away } = setUp();
  const first = lock('first');
  orders.put(first);
  away(true);
  orders.end(first);
  await settled();
  away(false);
  orders.put(lock('second'));
  orders.retryRemovals();
  await settled();
  orders.retryRemovals();
  await settled();
  expect(ids()).toEqual(['second']);
});

test('of put and end in quick turns the last one counts', async () => {
  const { orders, settled, ids } = setUp();
  for (const id of ['a', 'b', 'c']) {
    const order = lock(id);
    orders.put(order);
    orders.end(order);
  }
  await settled();
  expect(ids()).toEqual([]);
});
