/** What holds for a group, as it comes from the broker to the tabs that watch the group. */
import { describe, expect, test } from 'vitest';
import type { GroupOrder } from '#protocol/class-orders.ts';
import { createFakeClock, settlePromises } from '#protocol/fakes/fake-clock.ts';
import type { ConnectionState, LiveBatch, LiveSession } from '#protocol/threads/live-worker.ts';
import { S, setUpLive, watchRequest } from '../fakes/live-fixture.ts';
import { createGroupOrders } from './group-orders.ts';

const TOPIC = `${S}/groups/g1/orders`;
const lock = (id: string) => ({
  id,
  action: 'lock',
  parameters: {},
  tutorId: 't2',
  tutorName: 'Ms X',
  since: 7,
});
const ordersOf = (batches: LiveBatch[]) =>
  batches
    .flatMap((batch) => batch.watches ?? [])
    .flatMap(({ watchId, orders }) => (orders ? [[watchId, orders.map(({ id }) => id)]] : []));

async function setUp() {
  const all = setUpLive();
  const tab = all.openTab('a');
  all.live.watch('a', 'w1', watchRequest);
  await all.clock.advance(500);
  tab.take();
  const hear = async (payload: object, topic = TOPIC) => {
    all.broker.deliver(topic, payload);
    await settlePromises();
    await all.clock.advance(1_000);
  };
  return { ...all, tab, hear };
}

describe('what holds for a group', () => {
  test('reaches the tabs that watch the group, each with what is there when it comes', async () => {
    const { live, broker, clock, tab, hear, openTab } = await setUp();
    expect(broker.filters.has(TOPIC)).toBe(true);
    await hear({ orders: [lock('l1')] });
    expect(ordersOf(tab.take())).toEqual([['w1', ['l1']]]);
    const second = openTab('b');
    live.watch('b', 'w9', watchRequest);
    await clock.advance(1_000);
    expect(ordersOf(second.take())).toEqual([['w9', ['l1']]]);
    await hear({ orders: [] });
    expect(ordersOf(tab.take())).toEqual([['w1', []]]);
    expect(ordersOf(second.take())).toEqual([['w9', []]]);
  });

  test('is not believed of another group, nor where it cannot be read', async () => {
    const { tab, hear } = await setUp();
    await hear({ orders: [lock('l1')] }, `${S}/groups/g2/orders`);
    await hear({ orders: [{ id: 'l1' }] });
    expect(ordersOf(tab.take())).toEqual([]);
  });

  test('is asked for anew by a new session, which keeps nothing of before', async () => {
    const { tab, hear, broker, clock } = await setUp();
    await hear({ orders: [lock('l1')] });
    tab.take();
    broker.lose({ keepSession: false });
    await clock.advance(5_000);
    expect(broker.filters.has(TOPIC)).toBe(true);
    expect(ordersOf(tab.take())).toEqual([['w1', []]]);
  });

  test('stays as it was heard while there is no connection, also where the group is opened meanwhile', async () => {
    const { live, tab, broker, clock } = await setUp();
    broker.lose({ keepSession: true });
    broker.answer = 'unreachable';
    live.watch('a', 'w2', { ...watchRequest, of: { groupId: 'g3' } });
    await clock.advance(10_000);
    expect(ordersOf(tab.take())).toEqual([]);
    broker.answer = 'accept';
    await clock.advance(60_000);
    expect(ordersOf(tab.take())).toEqual([
      ['w1', []],
      ['w2', []],
    ]);
  });

  test('is let go of with the group', async () => {
    const { live, broker, clock } = await setUp();
    live.unwatch('a', 'w1');
    await clock.advance(60_000);
    expect(broker.filters.has(TOPIC)).toBe(false);
  });

  test('is compared with what held when the group was last watched: a question may have ended meanwhile', () => {
    const changes: string[][][] = [];
    const ids = (orders: readonly GroupOrder[]) => orders.map(({ id }) => id);
    const orders = createGroupOrders({
      clock: createFakeClock(),
      link: { state: () => ({ name: 'connected' }) as ConnectionState, subscribe() {}, unsubscribe() {} },
      session: () => ({ tenant: 'demo', site: 'riverside', tutorId: 't1' }) as LiveSession,
      viewersOf: () => [],
      onChange: ({ orders: now, before }) => changes.push([ids(now), ids(before)]),
    });
    for (const heard of [[lock('l1')], [], []]) {
      orders.begin('g1');
      orders.receive('g1', heard as GroupOrder[]);
      orders.end('g1');
    }
    expect(changes).toEqual([
      [['l1'], []],
      [[], ['l1']],
      [[], []],
    ]);
  });
});
