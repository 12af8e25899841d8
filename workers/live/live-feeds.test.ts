/** What the whole worker brings tabs besides devices: who is active, rooms, the debug report. */
import { describe, expect, test } from 'vitest';
import { settlePromises } from '#protocol/fakes/fake-clock.ts';
import type { LiveBatch } from '#protocol/threads/live-worker.ts';
import { S, setUpLive, T, watchRequest } from './fakes/live-fixture.ts';

const presence = { deviceId: 'd1', hostname: 'PC', os: 'Windows 11', type: 'windowsAgent', since: 7 };

/** The last word on each user. */
const usersOf = (batches: LiveBatch[]) =>
  Object.fromEntries(
    batches.flatMap((batch) => batch.activeUsers ?? []).map(({ userId, clients }) => [userId, clients]),
  );
const entriesOf = (batches: LiveBatch[]) =>
  batches
    .flatMap((batch) => batch.rooms ?? [])
    .flatMap(({ roomId, entries }) => entries.map((e) => [roomId, e]));

describe('active users', () => {
  test('are those with a presence and those at devices of watched groups', async () => {
    const { live, openTab, report, broker, clock } = setUpLive();
    const tab = openTab('a');
    live.watch('a', 'w1', watchRequest);
    await clock.advance(500);
    report('c1');
    live.watchActiveUsers('a');
    await settlePromises();
    expect(broker.filters.has(`${S}/presence/#`)).toBe(true);
    broker.deliver(`${S}/presence/session/u9/c9`, presence);
    await clock.advance(1_000);
    expect(usersOf(tab.take())).toEqual({
      'u-c1': [{ clientId: 'c1', authType: 'user', type: 'unknown' }],
      u9: [{ clientId: 'c9', deviceId: 'd1', authType: 'session', type: 'windowsAgent' }],
    });
    broker.deliver(`${S}/lastwill/user/u-c1/c1`, { since: 1 });
    broker.deliver(`${S}/presence/session/u9/c9`, new Uint8Array());
    await clock.advance(1_000);
    expect(usersOf(tab.take())).toEqual({ 'u-c1': [], u9: [] });
  });

  test('are not active any more when their device leaves its group', async () => {
    const { live, openTab, report, broker, clock } = setUpLive();
    const tab = openTab('a');
    live.watch('a', 'w1', watchRequest);
    live.watchActiveUsers('a');
    await clock.advance(500);
    report('c1');
    await clock.advance(1_000);
    tab.take();
    broker.deliver(`${S}/lastwill/user/u-c1/c1`, { since: 1 });
    await clock.advance(1_000);
    expect(usersOf(tab.take())).toEqual({ 'u-c1': [] });
  });

  test('are not active any more when a new session does not know them', async () => {
    const { live, openTab, broker, clock } = setUpLive();
    const tab = openTab('a');
    live.watchActiveUsers('a');
    await clock.advance(500);
    broker.deliver(`${S}/presence/session/u9/c9`, presence);
    await clock.advance(1_000);
    tab.take();
    broker.lose({ keepSession: false });
    await clock.advance(15_000);
    expect(usersOf(tab.take())).toEqual({ u9: [] });
  });

  test('are not, while silent', async () => {
    const { live, openTab, report, clock } = setUpLive();
    const tab = openTab('a');
    live.watch('a', 'w1', watchRequest);
    live.watchActiveUsers('a');
    await clock.advance(500);
    report('c1');
    await clock.advance(1_000);
    expect(usersOf(tab.take())).toEqual({ 'u-c1': [{ clientId: 'c1', authType: 'user', type: 'unknown' }] });
    await clock.advance(20_000);
    expect(usersOf(tab.take())).toEqual({ 'u-c1': [] });
  });

  test('are no longer read 5 s after the last tab that wanted them, by whatever way it went', async () => {
    const { live, openTab, broker, clock } = setUpLive();
    const tabs = [openTab('a'), openTab('b'), openTab('c')];
    live.watchActiveUsers('a');
    live.watchActiveUsers('b');
    await settlePromises();
    live.unwatchActiveUsers('a');
    tabs[1]?.end();
    await clock.advance(5_000);
    expect(broker.filters.has(`${S}/presence/#`)).toBe(false);
    broker.deliver(`${S}/presence/session/u9/c9`, presence);
    await clock.advance(1_000);
    expect(usersOf(tabs[2]?.take() ?? [])).toEqual({});
  });

  test('are asked of nobody by a tab that is not attached', () => {
    const { live, openTab, broker } = setUpLive();
    openTab('a');
    live.watchActiveUsers('gone');
    live.joinRoom('gone', 'r1');
    expect([...broker.filters].some((f) => f.includes('presence') || f.includes('rooms'))).toBe(false);
  });
});

describe('a room', () => {
  const message = { id: 'm1', message: 'Hello', tutorId: 't2', sentTime: 5 };

  test('brings its talk to the tabs that are in it', async () => {
    const { live, openTab, broker, clock } = setUpLive();
    const [inside, outside] = [openTab('a'), openTab('b')];
    live.joinRoom('a', 'r1');
    await clock.advance(500);
    expect(broker.filters.has(`${S}/live-rooms/r1/#`)).toBe(true);
    expect(broker.take().map(({ topic, payload }) => [topic, payload])).toContainEqual([
      `${S}/live-rooms/r1/connected`,
      '{"tutorId":"t1"}',
    ]);
    inside.take();
    broker.deliver(`${S}/live-rooms/r1/messages`, message);
    broker.deliver(`${S}/live-rooms/r1/send-message`, { id: 'm2', message: 'Not yet' });
    broker.deliver(`${S}/live-rooms/r1/connected`, { userId: 'u1' });
    await clock.advance(200);
    expect(entriesOf(inside.take())).toEqual([
      ['r1', message],
      ['r1', { userId: 'u1', action: 'connected' }],
    ]);
    expect(entriesOf(outside.take())).toEqual([]);
  });

  test('is told again that the tutor is there when the connection is back', async () => {
    const { live, openTab, broker, clock } = setUpLive();
    openTab('a');
    live.joinRoom('a', 'r1');
    await clock.advance(500);
    broker.take();
    broker.lose({ keepSession: true });
    await clock.advance(5_000);
    expect(broker.take().map(({ topic }) => topic)).toEqual([`${S}/live-rooms/r1/connected`]);
  });

  test('gets what the tutor writes, or the tutor hears that it did not', async () => {
    const { live, openTab, broker, clock } = setUpLive();
    openTab('a');
    await clock.advance(500);
    expect(await live.sendToRoom('a', 'r1', { id: 'm1', message: 'Hello' })).toBe(true);
    expect(broker.take().at(-1)).toMatchObject({ topic: `${S}/live-rooms/r1/send-message` });
    expect(await live.sendToRoom('gone', 'r1', { id: 'm2', message: 'Hello' })).toBe(false);
    broker.answer = 'unreachable';
    broker.lose({ keepSession: false });
    const late = live.sendToRoom('a', 'r1', { id: 'm3', message: 'Hello' });
    await clock.advance(60_000);
    expect(await late).toBe(false);
  });

  test('is left when its tab has ended, though another one goes on', async () => {
    const { live, openTab, broker, clock } = setUpLive();
    const tabs = [openTab('a'), openTab('b')];
    live.joinRoom('a', 'r1');
    await clock.advance(500);
    broker.take();
    tabs[0]?.end();
    await clock.advance(5_000);
    expect(broker.take().map(({ topic }) => topic)).toEqual([`${S}/live-rooms/r1/disconnect`]);
    expect(broker.filters.has(`${S}/live-rooms/r1/#`)).toBe(false);
  });

  test('is left with the last tab, before the connection closes', async () => {
    const { live, openTab, broker, clock } = setUpLive();
    const tab = openTab('a');
    live.joinRoom('a', 'r1');
    await clock.advance(500);
    broker.take();
    tab.end();
    await clock.advance(10_000);
    const topics = broker.take().map(({ topic }) => topic);
    expect(topics).toEqual([`${S}/live-rooms/r1/disconnect`, `${S}/lastwill/tutors/t1`]);
    expect(clock.pending()).toBe(0);
  });
});

describe('the debug report', () => {
  test('tells of demands, feedback, pings, last wills and what was dropped', async () => {
    const { live, openTab, report, hello, broker, clock } = setUpLive();
    openTab('a');
    live.watch('a', 'w1', watchRequest);
    await clock.advance(500);
    report('c1');
    report('c1');
    hello('c1', { since: 7 });
    broker.deliver(`${S}/groups/g1/feedback/c1/mood`, {});
    await settlePromises();
    const first = live.debug('a', { groupId: 'g1' });
    expect(first.groupDemands.map(({ demand }) => demand['demand-type'])).toEqual([
      'statuses',
      'info',
      'thumbnails',
    ]);
    expect(first.dropped).toEqual({ kind: 1 });
    expect(first.clients).toMatchObject([
      {
        clientId: 'c1',
        feedbackReceived: { info: 2, hello: 1 },
        demandsSent: [{ at: clock.now() }, {}, {}],
        lastPingReceived: clock.now(),
        wouldAppearOnline: true,
        hostname: 'c1',
      },
    ]);
    broker.deliver(`${S}/lastwill/user/u-c1/c1`, { since: 7 });
    expect(live.debug('a', { groupId: 'g1' }).clients).toMatchObject([
      { isOffline: true, isOfflineByLastWill: true, wouldAppearOnline: false },
    ]);
    await clock.advance(1_000);
    broker.deliver(`${T}/backchannel/c1/reply`, { id: 'x', action: 'ping', ok: true });
    expect(live.debug('a', { groupId: 'g1' }).clients).toMatchObject([
      { isOfflineByLastWill: false, lastPingReceived: clock.now() },
    ]);
    live.clearDebug('a', { groupId: 'g1' });
    expect(live.debug('a', { groupId: 'g1' })).toMatchObject({ groupDemands: [], clients: [] });
  });

  test('of a group that nobody watches is empty', () => {
    expect(setUpLive().live.debug('a', { groupId: 'g9' })).toEqual({
      groupDemands: [],
      clients: [],
      dropped: {},
      droppedOf: {},
    });
  });
});

test('notifications reach every tab, also one that was opened meanwhile or is hidden', async () => {
  const { openTab, broker, clock } = setUpLive();
  const tabs = [openTab('a'), openTab('b', { visible: false })];
  await clock.advance(500);
  broker.deliver(`${S}/notifications/v1`, { resource: 'groups', id: 'g1', change: 'updated', at: 1 });
  await clock.advance(500);
  tabs.push(openTab('c'));
  await clock.advance(600);
  for (const tab of tabs) {
    expect(tab.take().flatMap((batch) => batch.notifications ?? [])).toMatchObject([{ id: 'g1' }]);
  }
});

test('whoever signs in after a sign-out finds nothing of before', async () => {
  const { live, openTab, report, broker, clock } = setUpLive();
  openTab('a');
  live.watch('a', 'w1', watchRequest);
  live.watchActiveUsers('a');
  live.joinRoom('a', 'r1');
  await clock.advance(500);
  report('c1');
  broker.deliver(`${S}/presence/session/u9/c9`, presence);
  const poll = {
    id: 'action-1',
    action: 'poll',
    parameters: { id: 'p1', question: 'Why?', answers: ['a', 'b'] },
    audience: { groupId: 'g1' },
    askedAt: clock.now(),
  } as const;
  live.act('a', poll, 0);
  await clock.advance(1_000);
  broker.take();
  await live.shutdown();
  expect(broker.take()[0]?.topic).toBe(`${S}/live-rooms/r1/disconnect`);

  const tab = openTab('b');
  live.watch('b', 'w1', watchRequest);
  live.watchActiveUsers('b');
  live.joinRoom('b', 'r1');
  await clock.advance(500);
  expect(broker.take().map(({ topic }) => topic)).toContain(`${S}/live-rooms/r1/connected`);
  expect(broker.filters.has(`${S}/presence/#`)).toBe(true);
  report('c1');
  await clock.advance(1_000);
  const batches = tab.take();
  expect(usersOf(batches)).toEqual({ 'u-c1': [{ clientId: 'c1', authType: 'user', type: 'unknown' }] });
  const [client] = batches.flatMap(({ watches }) => watches ?? []).flatMap(({ changes }) => changes);
  expect(client).toMatchObject({ clientId: 'c1' });
  expect(client).not.toHaveProperty('poll');
});

test('a room that is joined while a token is renewed is announced after it', async () => {
  const { live, openTab, broker, clock, freshToken } = setUpLive();
  openTab('a');
  await clock.advance(500);
  live.setToken('a', freshToken());
  live.joinRoom('a', 'r1');
  await clock.advance(100);
  expect(broker.opened).toHaveLength(2);
  expect(broker.filters.has(`${S}/live-rooms/r1/#`)).toBe(true);
  expect(broker.take().map(({ topic }) => topic)).toEqual([`${S}/live-rooms/r1/connected`]);
});
