import { describe, expect, test } from 'vitest';
import { settlePromises } from '#protocol/fakes/fake-clock.ts';
import { S, setUpLive, setUpWatch, watchRequest } from '../fakes/live-fixture.ts';

describe('the way to the first picture', () => {
  test('subscription and demands go out in one go as soon as the broker has said yes', async () => {
    const { live, openTab, broker, demands } = setUpLive();
    openTab('a');
    live.watch('a', 'w1', watchRequest);
    await settlePromises();
    expect([...broker.filters]).toEqual([
      `${S}/tutors/t1/v1/backchannel/#`,
      `${S}/lastwill/#`,
      `${S}/notifications/v1`,
      `${S}/groups/g1/feedback/#`,
      `${S}/groups/g1/orders`,
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

test('a screen that wants no pictures gets none, though another one does', async () => {
  const { live, openTab, show, framesOf, clock } = setUpLive();
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
    const { demands, hello } = await setUpWatch();
    hello('c9', { userId: 'u9', authType: 'session' });
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
    const { live, openTab, broker, report, clock } = setUpLive();
    openTab('a');
    live.watch('a', 'w1', watchRequest);
    live.look('a', 'w1', { visible: ['c1'], displays: {} });
    await settlePromises();
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
      combinedTargetIdentifier: 'group/g1',
      parameters: { clients: { c2: { visible: false, suspend: true } } },
    });
    expect(patch?.options.correlation).toBe(action.id);
  });
});

test('after a lost session everything is asked again', async () => {
  const { broker, demands, clock } = await setUpWatch();
  broker.lose({ keepSession: false });
  await clock.advance(5_000);
  expect(demands()).toHaveLength(3);
  expect(broker.filters.size).toBe(5);
});

describe("a last will of the worker's own tutor", () => {
  test('from another browser is nothing to this one', async () => {
    const { broker, demands } = await setUpWatch();
    broker.deliver(`${S}/lastwill/tutors/t1`, { source: 'id9' });
    expect(demands()).toEqual([]);
  });

  test.each([
    ['names no browser', new Uint8Array()],
    ['is its own, of a connection that was away for too long', { source: 'id1' }],
  ])('that %s has ended its demands: devices are asked again', async (_, payload) => {
    const { broker, demands } = await setUpWatch();
    broker.deliver(`${S}/lastwill/tutors/t1`, payload);
    expect(demands()).toHaveLength(3);
  });
});

test('every demand and patch says which browser it comes from, the same as the client identifier', async () => {
  const { live, openTab, broker, report, hello, clock } = setUpLive();
  openTab('a');
  live.watch('a', 'w1', watchRequest);
  live.look('a', 'w1', { visible: [], displays: {} });
  await settlePromises();
  report('c1');
  hello('c1');
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
  const { live, openTab, broker, report, show, clock, bitmaps } = setUpLive();
  openTab('a');
  await clock.advance(100);
  const [running, filters] = [clock.pending(), broker.filters.size];
  for (let i = 0; i < 1_000; i += 1) {
    live.watch('a', `w${i}`, watchRequest);
    live.look('a', `w${i}`, { visible: ['c1'], displays: {} });
    if (i % 10 === 0) {
      report('c1');
      show('c1');
      await settlePromises();
    }
    live.unwatch('a', `w${i}`);
  }
  await clock.advance(20_000);
  expect(clock.pending()).toBe(running);
  expect(broker.filters.size).toBe(filters);
  expect(bitmaps.openCount()).toBe(0);
});

test('who is taken out of the group is off the cards within 2 s, and back with a hello', async () => {
  const { tab, report, hello, broker, clock } = await setUpWatch();
  report('c1');
  await clock.advance(500);
  tab.take();
  broker.deliver(`${S}/groups/g1/feedback/c1/left`, new Uint8Array());
  await clock.advance(1_900);
  const removed = tab.take().flatMap(({ watches = [] }) => watches.flatMap((watch) => watch.removed));
  expect(removed).toEqual(['c1']);
  hello('c1');
  await clock.advance(500);
  const changes = tab.take().flatMap(({ watches = [] }) => watches.flatMap((watch) => watch.changes));
  expect(changes).toMatchObject([{ clientId: 'c1', isOffline: false }]);
});

test('a restart subscribes anew and asks everybody again', async () => {
  const { live, broker, demands } = await setUpWatch();
  const feedback = `${S}/groups/g1/feedback/#`;
  // As a broker that has lost it.
  broker.filters.delete(feedback);
  live.restart('a', 'w1');
  await settlePromises();
  expect([...broker.filters]).toContain(feedback);
  expect(demands()).toEqual([
    'groups/g1/demands statuses 600000',
    'groups/g1/demands info 600000',
    'groups/g1/demands thumbnails 600000',
  ]);
});
