import { describe, expect, test } from 'vitest';
import { settlePromises } from '#protocol/fakes/fake-clock.ts';
import { S, setUpLive, watchRequest } from './fakes/live-fixture.ts';

describe('several tabs', () => {
  test('share one connection and one demand; a later one gets what is known at once', async () => {
    const { live, openTab, report, show, framesOf, broker, clock, demands } = setUpLive();
    openTab('a');
    live.watch('a', 'w1', watchRequest);
    await settlePromises();
    report('c1');
    show('c1');
    await clock.advance(1_000);
    demands();
    const second = openTab('b');
    live.watch('b', 'w1', watchRequest);
    live.look('b', 'w1', { visible: ['c1'], displays: {} });
    await clock.advance(100);
    const batches = second.take();
    expect(batches[0]?.connection?.name).toBe('connected');
    expect(batches[0]?.watches?.[0]?.changes).toMatchObject([{ clientId: 'c1' }]);
    expect(framesOf(batches)).toHaveLength(1);
    expect(broker.opened).toHaveLength(1);
    expect(demands()).toEqual([]);
  });

  test('the end of one by its lock ends its watches after the grace, the connection goes on', async () => {
    const { live, openTab, broker, clock, demands } = setUpLive();
    const first = openTab('a');
    openTab('b');
    live.watch('a', 'w1', watchRequest);
    await settlePromises();
    demands();
    first.end();
    await clock.advance(4_999);
    expect(demands()).toEqual([]);
    await clock.advance(1);
    expect(demands()).toHaveLength(3);
    await clock.advance(60_000);
    expect(broker.connected()).toBe(true);
    expect(broker.filters.has(`${S}/groups/g1/feedback/#`)).toBe(false);
  });

  test('5 s after the last one the connection closes with the last will, and nothing runs on', async () => {
    const { live, openTab, broker, clock } = setUpLive();
    const tab = openTab('a');
    live.watch('a', 'w1', watchRequest);
    await clock.advance(1_000);
    broker.take();
    tab.end();
    await clock.advance(5_000);
    expect(broker.published.at(-1)).toMatchObject({
      topic: `${S}/lastwill/tutors/t1`,
      payload: '{"source":"id1","since":1000000}',
    });
    await clock.advance(2_000);
    expect(broker.connected()).toBe(false);
    expect(clock.pending()).toBe(0);
  });

  test('what it asks for says over which connection, as the last will of that connection does', async () => {
    const { live, openTab, broker, clock } = setUpLive();
    openTab('a');
    live.watch('a', 'w1', watchRequest);
    await clock.advance(1_000);
    const sinceOf = (text: string) => JSON.parse(text).since;
    const asked = () =>
      broker.take().flatMap(({ topic, payload }) => (topic.endsWith('/demands') ? [sinceOf(payload)] : []));
    const first = sinceOf(broker.opened[0]?.will.payload ?? '');
    expect(new Set(asked())).toEqual(new Set([first]));
    broker.lose({ keepSession: false });
    while (broker.opened.length < 2) await clock.advance(100);
    await clock.advance(1_000);
    const second = sinceOf(broker.opened[1]?.will.payload ?? '');
    expect(second).toBeGreaterThan(first);
    expect(new Set(asked())).toEqual(new Set([second]));
  });

  test('one that attaches again keeps the connection', async () => {
    const { openTab, broker, clock } = setUpLive();
    openTab('a');
    await clock.advance(1_000);
    openTab('a');
    await clock.advance(60_000);
    expect(broker.connected()).toBe(true);
    expect(broker.opened).toHaveLength(1);
  });

  test('one that is looked at again ends the waiting between two attempts', async () => {
    const { live, openTab, broker, clock } = setUpLive();
    broker.answer = 'unreachable';
    openTab('a', { visible: false });
    await clock.advance(60_000);
    broker.answer = 'accept';
    live.setVisible('a', true);
    await settlePromises();
    expect(broker.connected()).toBe(true);
  });

  test('one that is looked at and says so again has heard of a network: no more waiting', async () => {
    const { live, openTab, broker, clock } = setUpLive();
    broker.answer = 'unreachable';
    openTab('a');
    await clock.advance(60_000);
    broker.answer = 'accept';
    live.setVisible('a', true);
    await settlePromises();
    expect(broker.connected()).toBe(true);
  });

  test('the browser says that there is a network again: no more waiting either', async () => {
    const { live, openTab, broker, clock } = setUpLive();
    broker.answer = 'unreachable';
    openTab('a');
    await clock.advance(60_000);
    broker.answer = 'accept';
    live.online();
    await settlePromises();
    expect(broker.connected()).toBe(true);
  });

  test('a tab that comes within those 5 s keeps it', async () => {
    const { openTab, broker, clock } = setUpLive();
    openTab('a').end();
    await clock.advance(4_000);
    openTab('b');
    await clock.advance(60_000);
    expect(broker.connected()).toBe(true);
    expect(broker.opened).toHaveLength(1);
  });
});

test('notifications are collected for 1 s and reach every tab', async () => {
  const { openTab, broker, clock } = setUpLive();
  const tabs = [openTab('a'), openTab('b')];
  await clock.advance(200);
  for (const tab of tabs) tab.take();
  for (let i = 0; i < 3; i += 1) {
    broker.deliver(`${S}/notifications/v1`, { resource: 'groups', id: 'g1', change: 'updated', at: i });
    await clock.advance(300);
  }
  await clock.advance(99);
  for (const tab of tabs) expect(tab.take()).toEqual([]);
  await clock.advance(1);
  for (const tab of tabs) expect(tab.take()[0]?.notifications).toMatchObject([{ id: 'g1', at: 2 }]);
});

test('what is dropped at the door is counted and told', async () => {
  const { openTab, broker, clock } = setUpLive();
  const tab = openTab('a');
  await clock.advance(200);
  tab.take();
  broker.deliver(`${S}/groups/g1/feedback/c1/mood`, {});
  broker.deliver(`${S}/groups/g1/feedback/c1/mood`, {});
  await clock.advance(200);
  expect(tab.take().at(-1)?.dropped).toEqual({ kind: 2 });
});

test('sign-out closes the connection at once for every tab, and a new sign-in opens it again', async () => {
  const { live, openTab, broker, clock } = setUpLive();
  const tab = openTab('a');
  live.watch('a', 'w1', watchRequest);
  await clock.advance(200);
  await live.shutdown();
  await clock.advance(200);
  expect(broker.connected()).toBe(false);
  expect(tab.take().at(-1)?.connection).toEqual({ name: 'disconnecting' });
  openTab('b');
  live.watch('b', 'w1', watchRequest);
  await settlePromises();
  expect(broker.connected()).toBe(true);
  expect(broker.filters.size).toBe(5);
});

test('a hundred tabs that crashed leave nothing', async () => {
  const { live, openTab, bitmaps, clock, report, show } = setUpLive();
  for (let i = 0; i < 100; i += 1) {
    const tab = openTab(`t${i}`, { answers: false });
    live.watch(`t${i}`, 'w1', watchRequest);
    await settlePromises();
    report('c1');
    show('c1');
    await clock.advance(100);
    tab.end();
  }
  await clock.advance(30_000);
  expect(clock.pending()).toBe(0);
  expect(bitmaps.openCount()).toBe(0);
});

describe('what was told while the connection was away', () => {
  const patches = (broker: ReturnType<typeof setUpLive>['broker']) =>
    broker
      .take()
      .map(({ payload }) => JSON.parse(payload))
      .filter(({ action }) => action === 'patchDemand')
      .map(({ parameters }) => parameters.clients);

  test.each([true, false])(
    'of the view is told to devices after it (session kept: %s)',
    async (keepSession) => {
      const { live, openTab, report, broker, clock } = setUpLive();
      openTab('a');
      live.watch('a', 'w1', watchRequest);
      await settlePromises();
      report('c1');
      report('c2');
      live.look('a', 'w1', { visible: ['c1'], displays: {} });
      await clock.advance(2_000);
      expect(patches(broker)).toEqual([{ c2: { visible: false, suspend: true } }]);
      broker.answer = 'unreachable';
      broker.lose({ keepSession });
      live.look('a', 'w1', { visible: ['c1', 'c2'], displays: {} });
      await clock.advance(5_000);
      broker.answer = 'accept';
      await clock.advance(5_000);
      expect(patches(broker)).toEqual([{ c2: { visible: true, suspend: false } }]);
    },
  );
});

test('a group that nothing comes from leaves a line for those who look for it', async () => {
  const { live, openTab, clock, debugged, logged } = setUpLive();
  openTab('a');
  live.watch('a', 'w1', watchRequest);
  await clock.advance(60_000);
  expect(debugged).toEqual(['nothing has come from g1 for 15 s']);
  expect(logged).toEqual([]);
});
