import { describe, expect, test } from 'vitest';
import { settle } from './fakes/fake-clock.ts';
import { S, setUpLive, watchRequest } from './fakes/live-fixture.ts';

describe('the way to the first picture', () => {
  test('subscription and demands go out in one go as soon as the broker has said yes', async () => {
    const { live, openTab, broker, demands } = setUpLive();
    openTab('a');
    live.watch('a', 'w1', watchRequest);
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
    const { live, openTab, report, show, framesOf, clock } = setUpLive();
    const tab = openTab('a');
    live.watch('a', 'w1', watchRequest);
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

describe('hidden tabs', () => {
  test('pause their feeds after 5 s and resume them 1 s after they are visible', async () => {
    const { live, openTab, clock, demands } = setUpLive();
    openTab('a');
    live.watch('a', 'w1', watchRequest);
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
    const { live, openTab, clock, demands } = setUpLive();
    openTab('a');
    live.watch('a', 'w1', watchRequest);
    await settle();
    demands();
    live.setVisible('a', false);
    await clock.advance(4_000);
    live.setVisible('a', true);
    await clock.advance(10_000);
    expect(demands()).toEqual([]);
  });

  test('keep the feeds that are marked to be kept, without decoding anything', async () => {
    const { live, openTab, clock, demands, show, framesOf } = setUpLive();
    const tab = openTab('a');
    live.watch('a', 'w1', { ...watchRequest, keepWhenHidden: true });
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
    const { live, openTab, clock, report } = setUpLive();
    const tab = openTab('a');
    live.watch('a', 'w1', watchRequest);
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

describe('feeds that do not pause', () => {
  const kept = { ...watchRequest, feeds: ['statuses'] as const, keepWhenHidden: true };

  test('leave the others of their tab to pause', async () => {
    const { live, openTab, clock, demands } = setUpLive();
    openTab('a');
    live.watch('a', 'w1', watchRequest);
    live.watch('a', 'w2', kept);
    await settle();
    demands();
    live.setVisible('a', false);
    await clock.advance(10_000);
    expect(demands()).toEqual(['groups/g1/demands info 0', 'groups/g1/demands thumbnails 0']);
  });

  test('are refreshed each 5 min like all others, and their devices’ silence is noticed', async () => {
    const { live, openTab, clock, demands, report } = setUpLive();
    const tab = openTab('a');
    live.watch('a', 'w1', kept);
    await settle();
    report('c1');
    await clock.advance(1_000);
    demands();
    tab.take();
    live.setVisible('a', false);
    await clock.advance(40_000);
    expect(tab.take().at(-1)?.watches).toMatchObject([{ removed: ['c1'] }]);
    demands();
    await clock.advance(300_000);
    expect(demands()).toEqual(['groups/g1/demands statuses 600000']);
  });

  test('can be marked, and unmarked, while the tab is hidden', async () => {
    const { live, openTab, clock, demands } = setUpLive();
    openTab('a', { visible: false });
    live.watch('a', 'w1', { ...kept, keepWhenHidden: false });
    await clock.advance(5_000);
    expect(demands()).toEqual(['groups/g1/demands statuses 600000', 'groups/g1/demands statuses 0']);
    live.rewatch('a', 'w1', kept);
    expect(demands()).toEqual(['groups/g1/demands statuses 600000']);
    live.rewatch('a', 'w1', { ...kept, keepWhenHidden: false });
    expect(demands()).toEqual(['groups/g1/demands statuses 0']);
  });
});

test('a screen that wants no pictures gets none, though another one does', async () => {
  const { live, openTab, show, clock, framesOf } = setUpLive();
  const [plain, pictures] = [openTab('a'), openTab('b')];
  live.watch('a', 'w1', { ...watchRequest, feeds: ['statuses'] });
  live.watch('b', 'w1', watchRequest);
  await clock.advance(500);
  show('c1');
  await clock.advance(200);
  expect(framesOf(plain.take())).toEqual([]);
  expect(framesOf(pictures.take())).toHaveLength(1);
});

test('the quality that a screen lowered is not held against a device', async () => {
  const { live, openTab, report, show, clock } = setUpLive();
  const tab = openTab('a');
  live.watch('a', 'w1', {
    ...watchRequest,
    thumbnails: { quality: 40, intervalMs: 5_000, width: 1, height: 1 },
  });
  live.look('a', 'w1', { visible: ['c1'], displays: {}, quality: 10 });
  await clock.advance(500);
  report('c1');
  await clock.advance(1_000);
  const lowQuality = () =>
    tab
      .take()
      .flatMap(({ watches }) => watches ?? [])
      .some(({ changes }) => changes.some((change) => change.lowQuality));
  for (let i = 0; i < 10; i += 1) show('c1');
  await clock.advance(200);
  expect(lowQuality()).toBe(false);
  live.look('a', 'w1', { visible: ['c1'], displays: {} });
  await clock.advance(1_000);
  for (let i = 0; i < 10; i += 1) show('c1');
  await clock.advance(200);
  expect(lowQuality()).toBe(true);
});

describe('devices that come and go', () => {
  test('one that says hello is sent the demands at once', async () => {
    const { live, openTab, broker, demands } = setUpLive();
    openTab('a');
    live.watch('a', 'w1', watchRequest);
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
    const { live, openTab, broker, report, show, clock, bitmaps } = setUpLive();
    const tab = openTab('a');
    live.watch('a', 'w1', watchRequest);
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
    const { live, openTab, report, broker, clock } = setUpLive();
    openTab('a');
    live.watch('a', 'w1', watchRequest);
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
  const { live, openTab, broker, clock, demands } = setUpLive();
  openTab('a');
  live.watch('a', 'w1', watchRequest);
  await settle();
  demands();
  broker.lose({ keepSession: false });
  await clock.advance(5_000);
  expect(demands()).toHaveLength(3);
  expect(broker.filters.size).toBe(4);
});

describe("a last will of the worker's own tutor", () => {
  const watching = async () => {
    const { live, openTab, broker, demands } = setUpLive();
    openTab('a');
    live.watch('a', 'w1', watchRequest);
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
  const { live, openTab, report, broker, clock } = setUpLive();
  openTab('a');
  live.watch('a', 'w1', watchRequest);
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

test('a thousand watches that came and went leave nothing', async () => {
  const { live, openTab, broker, bitmaps, clock, report, show } = setUpLive();
  openTab('a');
  await clock.advance(100);
  const [running, filters] = [clock.running(), broker.filters.size];
  for (let i = 0; i < 1_000; i += 1) {
    live.watch('a', `w${i}`, watchRequest);
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
