import { describe, expect, test } from 'vitest';
import type { LiveBatch } from '#protocol/threads/live-worker.ts';
import { S, setUpLive, watchRequest } from '../fakes/live-fixture.ts';

const HELLO = `${S}/groups/g1/feedback/+/hello`;
const arrivalsIn = (batches: LiveBatch[]) =>
  batches.flatMap(({ arrivals = [] }) =>
    arrivals.map(({ groupId, clientId }) => `${clientId} in ${groupId}`),
  );

async function setUp() {
  const worker = setUpLive();
  const tab = worker.openTab('a');
  await worker.clock.advance(500);
  worker.live.watchArrivals('a', 'g1');
  await worker.clock.advance(500);
  tab.take();
  return { ...worker, tab };
}

describe('who comes to a group', () => {
  test('is told to a hidden tab within a moment, though nobody looks at the group', async () => {
    const { live, tab, hello, broker, clock } = await setUp();
    live.setVisible('a', false);
    await clock.advance(60_000);
    expect([...broker.filters]).toContain(HELLO);
    expect([...broker.filters]).not.toContain(`${S}/groups/g1/feedback/#`);
    hello('c1');
    await clock.advance(100);
    expect(arrivalsIn(tab.take())).toEqual(['c1 in g1']);
    hello('c1');
    await clock.advance(100);
    expect(arrivalsIn(tab.take())).toEqual(['c1 in g1']);
  });

  test('is told with where it is reached now, and once for what comes in one batch', async () => {
    const { tab, hello, clock } = await setUp();
    hello('c1');
    await clock.advance(100);
    tab.take();
    hello('c1');
    hello('c1', { userId: 'u9', authType: 'session' });
    await clock.advance(100);
    expect(
      tab
        .take()
        .flatMap(({ arrivals = [] }) => arrivals)
        .at(-1),
    ).toEqual({
      groupId: 'g1',
      clientId: 'c1',
      userId: 'u9',
      authType: 'session',
    });
  });

  test('is told only to tabs that asked, until the last of them has stopped or is gone', async () => {
    const { live, openTab, tab, hello, broker, clock } = await setUp();
    const other = openTab('b');
    live.watchArrivals('b', 'g1');
    const third = openTab('c');
    live.watch('c', 'w1', watchRequest);
    live.unwatchArrivals('a', 'g1');
    live.unwatchArrivals('a', 'elsewhere');
    hello('c1');
    await clock.advance(200);
    expect([tab, other, third].map((each) => arrivalsIn(each.take()))).toEqual([[], ['c1 in g1'], []]);
    expect([...broker.filters]).toContain(HELLO);
    live.detach('b');
    await clock.advance(200);
    expect([...broker.filters]).not.toContain(HELLO);
  });
});
