import { describe, expect, test } from 'vitest';
import type { LiveBatch, WatchRequest } from '#protocol/live-worker.ts';
import { createFakeBitmaps } from './fakes/fake-bitmap.ts';
import { createFakeBroker, fakeToken } from './fakes/fake-broker.ts';
import { createFakeClock, settle } from './fakes/fake-clock.ts';
import { createLive } from './live.ts';

const S = 'demo/riverside';
const session = { tenant: 'demo', site: 'riverside', tutorId: 't1', mqttUrl: 'ws://broker/mqtt' };
const request: WatchRequest = {
  groupId: 'g1',
  feeds: ['info', 'thumbnails'],
  thumbnails: { quality: 10, intervalMs: 5_000, width: 320, height: 180 },
};
const userProperties = (clientId: string) => ({
  userId: `u-${clientId}`,
  authType: 'user',
  display: 'd1',
  primary: '1',
  quality: '10',
  width: '320',
  height: '180',
  at: '1000',
});

function setUp() {
  const clock = createFakeClock();
  const broker = createFakeBroker();
  const bitmaps = createFakeBitmaps();
  const ended = new Map<string, () => void>();
  let lastId = 0;
  const live = createLive({
    clock,
    random: () => 0,
    newId: () => `id${++lastId}`,
    openTransport: broker.open,
    tabEnded: (tabId) => new Promise((resolve) => ended.set(tabId, resolve)),
    decode: async () => bitmaps.make(),
    copy: async () => bitmaps.make(),
    log: () => {},
  });
  /** A tab that answers its batches, as tabs do, and closes what it gets. */
  function openTab(tabId: string, options: { visible?: boolean; answers?: boolean } = {}) {
    const batches: LiveBatch[] = [];
    live.attach(
      { tabId, session, visible: options.visible ?? true, token: fakeToken(clock.now() + 900_000) },
      (batch) => {
        batches.push(batch);
        for (const frame of batch.frames ?? []) frame.bitmap.close();
        if (options.answers !== false) queueMicrotask(() => live.acknowledge(tabId, batch.seq));
      },
      { freshToken: async () => fakeToken(clock.now() + 900_000) },
    );
    return {
      take: () => batches.splice(0),
      end: () => ended.get(tabId)?.(),
    };
  }
  const report = (clientId: string) => {
    const record = { clientId, userId: `u-${clientId}`, authType: 'user', lastUpdated: 1 };
    broker.deliver(`${S}/groups/g1/feedback/${clientId}/info`, { ...record, device: { hostname: clientId } });
  };
  const show = (clientId: string) =>
    broker.deliver(`${S}/groups/g1/feedback/${clientId}/thumbnail`, new Uint8Array(8), {
      contentType: 'image/jpeg',
      userProperties: userProperties(clientId),
    });
  const demands = () =>
    broker
      .take()
      .filter(({ topic }) => topic.endsWith('/demands'))
      .map(({ topic, payload }) => {
        const demand = JSON.parse(payload);
        return `${topic.replace(`${S}/tutors/t1/v1/`, '')} ${demand['demand-type']} ${demand.TTL}`;
      });
  const framesOf = (batches: LiveBatch[]) => batches.flatMap((batch) => batch.frames ?? []);
  return { clock, broker, bitmaps, live, openTab, report, show, demands, framesOf };
}

describe('the way to the first picture', () => {
  test('subscription and demands go out in one go as soon as the broker has said yes', async () => {
    const { live, openTab, broker, demands } = setUp();
    openTab('a');
    live.watch('a', 'w1', request);
    await settle();
    expect([...broker.filters]).toEqual([
      `${S}/tutors/t1/v1/backchannel/#`,
      `${S}/lastwill/#`,
      `${S}/notifications/v1`,
      `${S}/groups/g1/feedback/#`,
    ]);
    const [first] = broker.published;
    expect(first?.options).toMatchObject({ qos: 1, responseTopic: `${S}/groups/g1/feedback` });
    expect(demands()).toEqual([
      'groups/g1/demands statuses 600000',
      'groups/g1/demands info 600000',
      'groups/g1/demands thumbnails 600000',
    ]);
  });

  test('the first pictures come with the first records, before the screen has told its view', async () => {
    const { live, openTab, report, show, framesOf, clock } = setUp();
    const tab = openTab('a');
    live.watch('a', 'w1', request);
    await clock.advance(500);
    tab.take();
    report('c1');
    show('c1');
    await clock.advance(0);
    const batches = tab.take();
    expect(batches).toHaveLength(1);
    expect(batches[0]?.watches?.[0]?.changes[0]).toMatchObject({ clientId: 'c1', isOffline: false });
    expect(framesOf(batches)).toMatchObject([{ watchId: 'w1', clientId: 'c1', at: 1_000 }]);
  });
});

describe('several tabs', () => {
  test('share one connection and one demand; a later one gets what is known at once', async () => {
    const { live, openTab, report, show, framesOf, broker, clock, demands } = setUp();
    openTab('a');
    live.watch('a', 'w1', request);
    await settle();
    report('c1');
    show('c1');
    await clock.advance(1_000);
    demands();
    const second = openTab('b');
    live.watch('b', 'w1', request);
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
    const { live, openTab, broker, clock, demands } = setUp();
    const first = openTab('a');
    openTab('b');
    live.watch('a', 'w1', request);
    await settle();
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
    const { live, openTab, broker, clock } = setUp();
    const tab = openTab('a');
    live.watch('a', 'w1', request);
    await clock.advance(1_000);
    broker.take();
    tab.end();
    await clock.advance(5_000);
    expect(broker.published.at(-1)).toMatchObject({
      topic: `${S}/lastwill/tutors/t1`,
      payload: '{"source":"id1"}',
    });
    await clock.advance(2_000);
    expect(broker.connected()).toBe(false);
    expect(clock.running()).toBe(0);
  });

  test('a tab that comes within those 5 s keeps it', async () => {
    const { openTab, broker, clock } = setUp();
    openTab('a').end();
    await clock.advance(4_000);
    openTab('b');
    await clock.advance(60_000);
    expect(broker.connected()).toBe(true);
    expect(broker.opened).toHaveLength(1);
  });
});

describe('hidden tabs', () => {
  test('pause their feeds after 5 s and resume them 1 s after they are visible', async () => {
    const { live, openTab, clock, demands } = setUp();
    openTab('a');
    live.watch('a', 'w1', request);
    await settle();
    demands();
    live.setVisible('a', false);
    await clock.advance(4_999);
    expect(demands()).toEqual([]);
    await clock.advance(1);
    expect(demands()).toEqual([
      'groups/g1/demands statuses 0',
      'groups/g1/demands info 0',
      'groups/g1/demands thumbnails 0',
    ]);
    await clock.advance(60_000);
    live.setVisible('a', true);
    await clock.advance(999);
    expect(demands()).toEqual([]);
    await clock.advance(1);
    expect(demands()).toHaveLength(3);
  });

  test('that are visible again within 5 s pause nothing', async () => {
    const { live, openTab, clock, demands } = setUp();
    openTab('a');
    live.watch('a', 'w1', request);
    await settle();
    demands();
    live.setVisible('a', false);
    await clock.advance(4_000);
    live.setVisible('a', true);
    await clock.advance(10_000);
    expect(demands()).toEqual([]);
  });

  test('keep the feeds that are marked to be kept, without decoding anything', async () => {
    const { live, openTab, clock, demands, show, framesOf } = setUp();
    const tab = openTab('a');
    live.watch('a', 'w1', { ...request, keepWhenHidden: true });
    live.look('a', 'w1', { visible: ['c1'], displays: {} });
    await settle();
    demands();
    live.setVisible('a', false);
    await clock.advance(20_000);
    expect(demands()).toEqual([]);
    show('c1');
    await clock.advance(1_000);
    expect(framesOf(tab.take())).toEqual([]);
    live.setVisible('a', true);
    await clock.advance(100);
    expect(framesOf(tab.take())).toHaveLength(1);
  });

  test('keep their cards as they were', async () => {
    const { live, openTab, clock, report } = setUp();
    const tab = openTab('a');
    live.watch('a', 'w1', request);
    await settle();
    report('c1');
    await clock.advance(100);
    live.setVisible('a', false);
    await clock.advance(100);
    tab.take();
    await clock.advance(600_000);
    expect(tab.take()).toEqual([]);
  });
});

describe('devices that come and go', () => {
  test('one that says hello is sent the demands at once', async () => {
    const { live, openTab, broker, demands } = setUp();
    openTab('a');
    live.watch('a', 'w1', request);
    await settle();
    demands();
    broker.deliver(`${S}/groups/g1/feedback/c9/hello`, {
      clientId: 'c9',
      userId: 'u9',
      authType: 'session',
      lastUpdated: 1,
    });
    expect(demands()).toEqual([
      'sessions/u9/clients/c9/demands statuses 600000',
      'sessions/u9/clients/c9/demands info 600000',
      'sessions/u9/clients/c9/demands thumbnails 600000',
    ]);
  });

  test('one that leaves is removed, and no picture of it is kept', async () => {
    const { live, openTab, broker, report, show, clock, bitmaps } = setUp();
    const tab = openTab('a');
    live.watch('a', 'w1', request);
    await clock.advance(200);
    report('c1');
    show('c1');
    await clock.advance(200);
    tab.take();
    broker.deliver(`${S}/lastwill/user/u-c1/c1`, { since: 1 });
    await clock.advance(200);
    expect(tab.take()[0]?.watches).toEqual([{ watchId: 'w1', removed: ['c1'], changes: [] }]);
    expect(bitmaps.openCount()).toBe(0);
  });

  test('what is out of view is suspended by one patch to the group', async () => {
    const { live, openTab, report, broker, clock } = setUp();
    openTab('a');
    live.watch('a', 'w1', request);
    live.look('a', 'w1', { visible: ['c1'], displays: {} });
    await settle();
    report('c1');
    report('c2');
    broker.take();
    await clock.advance(1_000);
    const [patch] = broker.take();
    expect(patch?.topic).toBe(`${S}/tutors/t1/v1/groups/g1/actions`);
    expect(patch?.options).toMatchObject({
      responseTopic: `${S}/tutors/t1/v1/backchannel`,
      expirySeconds: 60,
    });
    const action = JSON.parse(patch?.payload ?? '');
    expect(action).toMatchObject({
      action: 'patchDemand',
      parameters: { clients: { c2: { visible: false, suspend: true } } },
    });
    expect(patch?.options.correlation).toBe(action.id);
  });
});

test('after a lost session everything is asked again', async () => {
  const { live, openTab, broker, clock, demands } = setUp();
  openTab('a');
  live.watch('a', 'w1', request);
  await settle();
  demands();
  broker.lose({ keepSession: false });
  await clock.advance(5_000);
  expect(demands()).toHaveLength(3);
  expect(broker.filters.size).toBe(4);
});

describe("a last will of the worker's own tutor", () => {
  const watching = async () => {
    const { live, openTab, broker, demands } = setUp();
    openTab('a');
    live.watch('a', 'w1', request);
    await settle();
    demands();
    return { broker, demands };
  };

  test('from another browser is nothing to this one', async () => {
    const { broker, demands } = await watching();
    broker.deliver(`${S}/lastwill/tutors/t1`, { source: 'id9' });
    expect(demands()).toEqual([]);
  });

  test.each([
    ['names no browser', new Uint8Array()],
    ['is its own, of a connection that was away for too long', { source: 'id1' }],
  ])('that %s has ended its demands: devices are asked again', async (_, payload) => {
    const { broker, demands } = await watching();
    broker.deliver(`${S}/lastwill/tutors/t1`, payload);
    expect(demands()).toHaveLength(3);
  });
});

test('every demand and patch says which browser it comes from, the same as the client identifier', async () => {
  const { live, openTab, report, broker, clock } = setUp();
  openTab('a');
  live.watch('a', 'w1', request);
  live.look('a', 'w1', { visible: [], displays: {} });
  await settle();
  report('c1');
  broker.deliver(`${S}/groups/g1/feedback/c1/hello`, {
    clientId: 'c1',
    userId: 'u-c1',
    authType: 'user',
    lastUpdated: 1,
  });
  await clock.advance(1_000);
  live.unwatch('a', 'w1');
  await clock.advance(5_000);
  const sources = broker.take().map(({ topic, payload }) => {
    const { source, parameters } = JSON.parse(payload);
    return `${topic.split('/').at(-1)} ${source ?? parameters?.source}`;
  });
  // Three demands, once more to the client that said hello, three cancels; one patch.
  expect(sources.filter((said) => said === 'demands id1')).toHaveLength(9);
  expect(sources.filter((said) => said === 'actions id1')).toHaveLength(1);
  expect(sources).toHaveLength(10);
  expect(broker.opened[0]?.clientId).toMatch(/:id1$/);
});

test('notifications are collected for 1 s and reach every tab', async () => {
  const { openTab, broker, clock } = setUp();
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
  const { openTab, broker, clock } = setUp();
  const tab = openTab('a');
  await clock.advance(200);
  tab.take();
  broker.deliver(`${S}/groups/g1/feedback/c1/mood`, {});
  broker.deliver(`${S}/groups/g1/feedback/c1/mood`, {});
  await clock.advance(200);
  expect(tab.take().at(-1)?.dropped).toEqual({ kind: 2 });
});

test('sign-out closes the connection at once for every tab, and a new sign-in opens it again', async () => {
  const { live, openTab, broker, clock } = setUp();
  const tab = openTab('a');
  live.watch('a', 'w1', request);
  await clock.advance(200);
  await live.shutdown();
  await clock.advance(200);
  expect(broker.connected()).toBe(false);
  expect(tab.take().at(-1)?.connection).toEqual({ name: 'disconnecting' });
  openTab('b');
  live.watch('b', 'w1', request);
  await settle();
  expect(broker.connected()).toBe(true);
  expect(broker.filters.size).toBe(4);
});

test('a thousand watches that came and went leave nothing', async () => {
  const { live, openTab, broker, bitmaps, clock, report, show } = setUp();
  openTab('a');
  await clock.advance(100);
  const [running, filters] = [clock.running(), broker.filters.size];
  for (let i = 0; i < 1_000; i += 1) {
    live.watch('a', `w${i}`, request);
    live.look('a', `w${i}`, { visible: ['c1'], displays: {} });
    if (i % 10 === 0) {
      report('c1');
      show('c1');
      await settle();
    }
    live.unwatch('a', `w${i}`);
  }
  await clock.advance(20_000);
  expect(clock.running()).toBe(running);
  expect(broker.filters.size).toBe(filters);
  expect(bitmaps.openCount()).toBe(0);
});

test('a hundred tabs that crashed leave nothing', async () => {
  const { live, openTab, bitmaps, clock, report, show } = setUp();
  for (let i = 0; i < 100; i += 1) {
    const tab = openTab(`t${i}`, { answers: false });
    live.watch(`t${i}`, 'w1', request);
    await settle();
    report('c1');
    show('c1');
    await clock.advance(100);
    tab.end();
  }
  await clock.advance(30_000);
  expect(clock.running()).toBe(0);
  expect(bitmaps.openCount()).toBe(0);
});
