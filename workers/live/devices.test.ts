import { describe, expect, test } from 'vitest';
import type { ThumbnailProperties } from '#protocol/feedback.ts';
import type { ClientChange } from '#protocol/live-worker.ts';
import { createDebugLog } from './debug-log.ts';
import { createDevices } from './devices.ts';
import { createFakeClock } from './fakes/fake-clock.ts';
import type { FeedbackRecord } from './live-message.ts';

const from = { clientId: 'c1', userId: 'u1', authType: 'user' } as const;
const base = { ...from, lastUpdated: 5 };
const info = (hostname: string): FeedbackRecord => ({
  kind: 'info',
  record: { ...base, type: 'extension', version: '1', displays: [], device: { hostname } },
});
const statuses = (privacy: boolean, lastUpdated = 5): FeedbackRecord => ({
  kind: 'statuses',
  record: {
    ...base,
    lastUpdated,
    privacy,
    shareScreen: false,
    screenShared: false,
    nameModal: false,
    screenshareSessionIds: [],
  },
});
const tab = (tabId: string, active = false) => ({ tabId, title: `Tab ${tabId}`, url: '', active });
const tabs = (...all: ReturnType<typeof tab>[]): FeedbackRecord => ({
  kind: 'tabs',
  record: { ...base, tabs: all },
});
const application = (windowId: string, active = false) => ({ appId: 'a', windowId, title: '', active });
const applications = (...all: ReturnType<typeof application>[]): FeedbackRecord => ({
  kind: 'applications',
  record: { ...base, applications: all },
});
const hello = (since?: number): FeedbackRecord => ({ kind: 'hello', record: { ...base, since } });
const properties = (quality: number): ThumbnailProperties => ({
  userId: 'u1',
  authType: 'user',
  display: 'd1',
  primary: true,
  quality,
  width: 320,
  height: 180,
  at: 1,
});

function setUp() {
  const clock = createFakeClock();
  const changes: ClientChange[] = [];
  const removed: string[] = [];
  const strangers: string[] = [];
  const silent: string[] = [];
  const nobody: string[] = [];
  const log = createDebugLog({ clock });
  const devices = createDevices({
    clock,
    log,
    onChange: (_, change) => changes.push(change),
    onRemoved: (_, clientId) => removed.push(clientId),
    onStranger: (_, { clientId }) => strangers.push(clientId),
    onSilent: (_, devices) => silent.push(...devices.map((device) => device.clientId)),
    onNobody: (place) => nobody.push(place),
  });
  devices.open('g1');
  devices.setConnected(true);
  const trace = () => log.report('g1', {}).clients[0];
  const take = () => changes.splice(0);
  return { clock, devices, changes, removed, strangers, silent, nobody, trace, take };
}

/** Ticks come when a test says so, as on a machine that is busy or was asleep. */
function setUpTicks() {
  const began = 1_000_000;
  let now = began;
  let tick = () => {};
  const removed: string[] = [];
  const told: ClientChange[] = [];
  const clock = {
    now: () => now,
    after: () => () => {},
    every(_: number, call: () => void) {
      tick = call;
      return () => {};
    },
  };
  const devices = createDevices({
    clock,
    log: createDebugLog({ clock }),
    onChange: (_, change) => told.push(change),
    onRemoved: (_, clientId) => removed.push(clientId),
    onStranger() {},
    onSilent() {},
    onNobody() {},
  });
  devices.open('g1');
  devices.setConnected(true);
  return {
    devices,
    removed,
    told,
    tickAt(ms: number) {
      now = began + ms;
      tick();
    },
  };
}

describe('merging', () => {
  test('a first report makes a client with every required field', () => {
    const { devices, take, clock } = setUp();
    devices.merge('g1', info('PC-1'));
    expect(take()).toEqual([
      {
        ...from,
        isOffline: false,
        lastUpdated: clock.now(),
        info: expect.objectContaining({ device: { hostname: 'PC-1' } }),
        deviceName: 'PC-1',
      },
    ]);
  });

  test('a report that says nothing new wakes nobody', () => {
    const { devices, take } = setUp();
    devices.merge('g1', statuses(false, 1));
    take();
    devices.merge('g1', statuses(false, 2));
    expect(take()).toEqual([]);
    devices.merge('g1', statuses(true, 3));
    expect(take()).toEqual([
      {
        clientId: 'c1',
        statuses: expect.objectContaining({ privacy: true }),
        lastUpdated: expect.any(Number),
      },
    ]);
  });

  test('a picture like the one before wakes nobody', () => {
    const { devices, take } = setUp();
    devices.mergeThumbnail('g1', from, { properties: properties(10), expected: 10 });
    take();
    devices.mergeThumbnail('g1', from, { properties: { ...properties(10), at: 2 }, expected: 10 });
    expect(take()).toEqual([]);
  });

  test('what comes for a group that nobody watches is forgotten', () => {
    const { devices, take } = setUp();
    devices.merge('g2', info('PC-1'));
    expect(take()).toEqual([]);
    expect(devices.list('g2')).toEqual([]);
  });

  test('the same report once more wakes nobody, but is a sign of life', async () => {
    const { devices, take, clock } = setUp();
    const report = statuses(false);
    devices.merge('g1', report);
    take();
    await clock.advance(14_000);
    devices.merge('g1', report);
    await clock.advance(14_000);
    expect(take()).toEqual([]);
    expect(devices.get('g1', 'c1')).toMatchObject({ isOffline: false });
    expect(devices.get('g1', 'c1')?.lastUpdated).toBe(clock.now() - 14_000);
  });

  test('a report of before, after another one, counts', () => {
    const { devices, take } = setUp();
    const [off, on] = [statuses(false), statuses(true)];
    for (const report of [off, on]) devices.merge('g1', report);
    take();
    devices.merge('g1', off);
    expect(take()).toMatchObject([{ statuses: { privacy: false } }]);
  });

  test('the same report in two places is merged in each', () => {
    const { devices } = setUp();
    devices.open('client/c1');
    const report = info('PC-1');
    devices.merge('g1', report);
    devices.merge('client/c1', report);
    expect(devices.get('client/c1', 'c1')?.deviceName).toBe('PC-1');
  });

  test('whoever signs in at a client is its user from then on', () => {
    const { devices, take } = setUp();
    devices.merge('g1', tabs(tab('1')));
    take();
    devices.merge('g1', { kind: 'tabs', record: { ...base, userId: 'u2', tabs: [tab('1')] } });
    expect(take()).toEqual([
      { clientId: 'c1', userId: 'u2', authType: 'user', lastUpdated: expect.any(Number) },
    ]);
  });

  test('who speaks for 1 s without saying who it is is a stranger', async () => {
    const { devices, strangers, clock } = setUp();
    devices.merge('g1', statuses(false));
    await clock.advance(999);
    expect(strangers).toEqual([]);
    await clock.advance(1);
    expect(strangers).toEqual(['c1']);
  });

  test('who says it within 1 s is none', async () => {
    const { devices, strangers, clock } = setUp();
    devices.merge('g1', statuses(false));
    devices.merge('g1', info('PC-1'));
    await clock.advance(5_000);
    expect(strangers).toEqual([]);
  });
});

describe('a client is described by', () => {
  const described = (...reports: FeedbackRecord[]) => {
    const { devices } = setUp();
    for (const report of reports) devices.merge('g1', report);
    return devices.get('g1', 'c1');
  };
  const named = (fields: object): FeedbackRecord => {
    const report = info('PC-1');
    return { kind: 'info', record: { ...report.record, ...fields } } as FeedbackRecord;
  };

  test('its alias, else its hostname, and its system', () => {
    expect(described(named({ alias: 'Window seat', os: 'Windows 11' }))).toMatchObject({
      deviceName: 'Window seat',
      os: 'Windows 11',
    });
    expect(described(named({ alias: 'Window seat' }), named({ alias: '  ' }))?.deviceName).toBe('PC-1');
  });

  test('the tab and the application that are active, as long as one is', () => {
    expect(described(tabs(tab('1'), tab('2', true)), applications(application('w', true)))).toMatchObject({
      activeTab: { tabId: '2' },
      activeApplication: { windowId: 'w' },
    });
    const after = described(tabs(tab('2', true)), tabs(tab('2')), applications());
    expect(after?.activeTab).toBeUndefined();
    expect(after?.activeApplication).toBeUndefined();
  });

  test('what is gone is told as undefined', () => {
    const { devices, take } = setUp();
    devices.merge('g1', tabs(tab('1', true)));
    take();
    devices.merge('g1', tabs(tab('1')));
    const [change] = take();
    expect(change && 'activeTab' in change && change.activeTab === undefined).toBe(true);
  });

  test('the quality and the display of its last picture', () => {
    const { devices, take } = setUp();
    devices.mergeThumbnail('g1', from, { properties: properties(40), expected: 40 });
    expect(take()).toMatchObject([{ quality: 40, thumbnail: { display: 'd1', primary: true } }]);
  });
});

describe('a poll', () => {
  const poll = { id: 'p1', question: 'Why?', answers: ['a', 'b'], multiselect: false };

  test('stands on the client in every place, and is gone when it is over', () => {
    const { devices, take } = setUp();
    devices.open('client/c1');
    devices.merge('g1', statuses(false));
    devices.merge('client/c1', statuses(false));
    take();
    devices.setPoll('c1', { ...poll, answer: 'A' });
    devices.setPoll('c1', { ...poll, answer: 'A' });
    expect(take()).toEqual(Array(2).fill({ clientId: 'c1', poll: { ...poll, answer: 'A' } }));
    devices.setPoll('c1', undefined);
    expect(take()).toEqual(Array(2).fill({ clientId: 'c1', poll: undefined }));
  });

  test('waits for a client that is not there yet, or was away', () => {
    const { devices, take } = setUp();
    devices.setPoll('c1', poll);
    devices.merge('g1', statuses(false));
    expect(take()).toMatchObject([{ poll }]);
    devices.leave(from, 7);
    devices.merge('g1', statuses(false));
    expect(take()).toMatchObject([{ poll }]);
    devices.setPoll('c1', undefined);
    devices.leave(from, 7);
    devices.merge('g1', statuses(false));
    expect(take().at(-1)?.poll).toBeUndefined();
  });
});

test('the next session knows nothing of polls and wakes of this one', () => {
  const { devices, take, clock } = setUp();
  devices.setPoll('c1', { id: 'p1', question: 'Why?', answers: [], multiselect: false });
  devices.setWolStatus(['d-1'], clock.now());
  devices.stop();
  devices.open('g1');
  devices.merge('g1', {
    kind: 'info',
    record: {
      ...base,
      type: 'windowsAgent',
      version: '',
      displays: [],
      deviceId: 'd-1',
      device: { hostname: 'P' },
    },
  });
  const [client] = take();
  expect(client).not.toHaveProperty('poll');
  expect(client).not.toHaveProperty('wolStatus');
});

describe('a wake', () => {
  const known = (): FeedbackRecord => {
    const report = info('PC-1');
    return { kind: 'info', record: { ...report.record, deviceId: 'd-1' } } as FeedbackRecord;
  };

  test('stands on the clients of its device, there or to come', async () => {
    const { devices, take, clock } = setUp();
    devices.merge('g1', known());
    take();
    devices.setWolStatus(['d-1', 'd-2'], clock.now());
    expect(take()).toEqual([{ clientId: 'c1', wolStatus: clock.now() }]);
    const at = clock.now();
    devices.leave(from, 7);
    await clock.advance(60_000);
    devices.merge('g1', known());
    expect(take()).toMatchObject([{ wolStatus: at }]);
  });

  test('is forgotten after 30 min', async () => {
    const { devices, take, clock } = setUp();
    devices.setWolStatus(['d-1'], clock.now());
    await clock.advance(1_800_001);
    devices.merge('g1', known());
    expect(take()[0]).not.toHaveProperty('wolStatus');
  });
});

describe('silence', () => {
  test('over 15 s makes a client offline at the next tick, and a word brings it back', async () => {
    const { devices, clock, take } = setUp();
    await clock.advance(3_000);
    devices.merge('g1', info('PC-1'));
    take();
    await clock.advance(16_999);
    expect(take()).toEqual([]);
    await clock.advance(1);
    expect(take()).toEqual([{ clientId: 'c1', isOffline: true }]);
    devices.merge('g1', statuses(false));
    expect(take()).toMatchObject([{ isOffline: false }]);
  });

  test('ends also with the same report as before', async () => {
    const { devices, clock, take } = setUp();
    const report = statuses(false);
    devices.merge('g1', report);
    await clock.advance(20_000);
    take();
    devices.merge('g1', report);
    expect(take()).toMatchObject([{ isOffline: false }]);
  });

  test('is reported once, so that a device that is only not asked any more can be asked again', async () => {
    const { devices, clock, silent } = setUp();
    devices.merge('g1', info('PC-1'));
    await clock.advance(20_000);
    expect(silent).toEqual(['c1']);
    await clock.advance(10_000);
    expect(silent).toEqual(['c1']);
  });

  test('over 30 s drops also who was never seen offline, where a tick came late', () => {
    const { devices, tickAt, removed, told } = setUpTicks();
    devices.merge('g1', info('PC-1'));
    tickAt(14_000);
    tickAt(31_000);
    expect(told.map(({ isOffline }) => isOffline)).toEqual([false]);
    expect(removed).toEqual(['c1']);
  });

  test('while the worker itself was suspended makes a client stale at once, but not gone', () => {
    const { devices, tickAt, removed, told } = setUpTicks();
    devices.merge('g1', info('PC-1'));
    tickAt(10_000);
    tickAt(3_600_000);
    expect(told.at(-1)).toEqual({ clientId: 'c1', isOffline: true });
    for (const ms of [3_610_000, 3_620_000, 3_630_000]) tickAt(ms);
    expect(removed).toEqual([]);
    tickAt(3_640_000);
    expect(removed).toEqual(['c1']);
  });

  test('over 30 s drops it', async () => {
    const { devices, clock, removed } = setUp();
    devices.merge('g1', info('PC-1'));
    await clock.advance(30_000);
    expect(removed).toEqual([]);
    await clock.advance(10_000);
    expect(removed).toEqual(['c1']);
    expect(devices.list('g1')).toEqual([]);
  });

  test('without a connection cards go stale but not away, and have their time again afterwards', async () => {
    const { devices, clock, removed } = setUp();
    devices.merge('g1', info('PC-1'));
    devices.setConnected(false);
    await clock.advance(120_000);
    expect(devices.get('g1', 'c1')?.isOffline).toBe(true);
    devices.setConnected(true);
    await clock.advance(29_999);
    expect(removed).toEqual([]);
    await clock.advance(20_000);
    expect(removed).toEqual(['c1']);
  });

  test('while nobody listens changes nothing', async () => {
    const { devices, clock, removed, take } = setUp();
    devices.merge('g1', info('PC-1'));
    take();
    devices.setListening('g1', false);
    await clock.advance(300_000);
    devices.setListening('g1', true);
    await clock.advance(10_000);
    expect(take()).toEqual([]);
    expect(removed).toEqual([]);
  });
});

test('a client that was dropped and speaks again is a new one, and is asked who it is', async () => {
  const { devices, clock, removed, strangers, take } = setUp();
  devices.merge('g1', info('PC-1'));
  await clock.advance(40_000);
  expect(removed).toEqual(['c1']);
  take();
  devices.merge('g1', statuses(false));
  expect(take()).toEqual([
    {
      ...from,
      isOffline: false,
      lastUpdated: clock.now(),
      statuses: expect.objectContaining({ privacy: false }),
    },
  ]);
  await clock.advance(1_000);
  expect(strangers).toEqual(['c1']);
});

test('who still has not said who it is, is asked three times in all', async () => {
  const { devices, clock, strangers } = setUp();
  for (let i = 0; i < 10; i += 1) {
    devices.merge('g1', statuses(false));
    await clock.advance(10_000);
  }
  expect(strangers).toEqual(['c1', 'c1', 'c1']);
});

test('a single client that is watched and not there is missed at each tick, a group never', async () => {
  const { devices, clock, nobody } = setUp();
  devices.open('client/c1');
  await clock.advance(20_000);
  expect(nobody).toEqual(['client/c1', 'client/c1']);
  devices.merge('client/c1', statuses(false));
  await clock.advance(10_000);
  expect(nobody).toHaveLength(2);
  devices.leave(from, 7);
  devices.setConnected(false);
  await clock.advance(30_000);
  expect(nobody).toHaveLength(2);
  devices.setConnected(true);
  devices.setListening('client/c1', false);
  await clock.advance(30_000);
  expect(nobody).toHaveLength(2);
});

describe('a last will', () => {
  test('removes the client from every place', () => {
    const { devices, removed } = setUp();
    devices.open('g2');
    devices.open('client/c1');
    for (const place of ['g1', 'g2', 'client/c1']) devices.merge(place, info('PC-1'));
    devices.leave(from, 77);
    expect(removed).toEqual(['c1', 'c1', 'c1']);
    expect(devices.list('g2')).toEqual([]);
  });

  test('of a client that is not there is nothing', () => {
    const { devices, removed, take } = setUp();
    devices.leave(from, 77);
    expect([removed, take()]).toEqual([[], []]);
  });

  test('of somebody who was signed in there before is not of who is now', () => {
    const { devices, removed } = setUp();
    devices.merge('g1', info('PC-1'));
    devices.leave({ ...from, userId: 'u0' }, 77);
    expect(removed).toEqual([]);
  });

  test('of a device that was lost together with our connection leaves its card, marked, for as long as silence does', async () => {
    const { devices, clock, removed } = setUp();
    devices.merge('g1', hello(7));
    devices.setConnected(false);
    await clock.advance(10_000);
    devices.setConnected(true);
    devices.leave(from, 7);
    expect(removed).toEqual([]);
    expect(devices.get('g1', 'c1')?.isOffline).toBe(true);
    expect(devices.present('g1')).toHaveLength(1);
    await clock.advance(25_000);
    expect([removed, devices.present('g1')]).toEqual([[], []]);
    await clock.advance(15_000);
    expect(removed).toEqual(['c1']);
  });

  test('of a device that was heard since our connection is back removes it', async () => {
    const { devices, clock, removed } = setUp();
    devices.merge('g1', hello(7));
    devices.setConnected(false);
    await clock.advance(10_000);
    devices.setConnected(true);
    devices.merge('g1', statuses(false));
    // It had waited for us, and is overtaken.
    devices.leave(from, 7);
    expect([removed, devices.get('g1', 'c1')?.isOffline]).toEqual([[], false]);
    await clock.advance(6_000);
    devices.leave(from, 7);
    expect(removed).toEqual(['c1']);
  });

  test('of a connection that a newer one has replaced does not', () => {
    const { devices, removed } = setUp();
    devices.merge('g1', hello(100));
    devices.leave(from, 77);
    expect(removed).toEqual([]);
    devices.leave(from, 100);
    expect(removed).toEqual(['c1']);
  });
});

describe('quality', () => {
  const picture = (devices: ReturnType<typeof createDevices>, quality: number) =>
    devices.mergeThumbnail('g1', from, { properties: properties(quality), expected: 30 });

  test('below what was asked more than 5 times in a row is low for 5 s', async () => {
    const { devices, clock } = setUp();
    for (let i = 0; i < 5; i += 1) picture(devices, 10);
    expect(devices.get('g1', 'c1')?.lowQuality).toBeUndefined();
    picture(devices, 10);
    expect(devices.get('g1', 'c1')?.lowQuality).toBe(true);
    await clock.advance(5_000);
    expect(devices.get('g1', 'c1')?.lowQuality).toBe(false);
  });

  test('better than asked, as another tutor wants it, is not', () => {
    const { devices } = setUp();
    for (let i = 0; i < 20; i += 1) picture(devices, 90);
    expect(devices.get('g1', 'c1')?.lowQuality).toBeUndefined();
  });

  test('that was right in between starts the count anew', () => {
    const { devices } = setUp();
    for (let i = 0; i < 20; i += 1) picture(devices, i % 5 === 0 ? 30 : 10);
    expect(devices.get('g1', 'c1')?.lowQuality).toBeUndefined();
  });
});

test('a group that is closed leaves no timer', () => {
  const { devices, clock } = setUp();
  devices.merge('g1', statuses(false));
  devices.close('g1');
  expect(clock.running()).toBe(0);
});

describe('the debug log', () => {
  test('is told what is heard, and of going offline and leaving', async () => {
    const { devices, clock, trace } = setUp();
    devices.merge('g1', hello(7));
    devices.merge('g1', info('PC-1'));
    devices.mergeThumbnail('g1', from, { properties: properties(10), expected: 10 });
    expect(trace()).toMatchObject({
      ...from,
      feedbackReceived: { hello: 1, info: 1, thumbnail: 1 },
      lastPingReceived: clock.now(),
      hostname: 'PC-1',
      wouldAppearOnline: true,
    });
    await clock.advance(20_000);
    expect(trace()).toMatchObject({ isOffline: true });
    devices.merge('g1', statuses(false));
    expect(trace()).toMatchObject({ isOffline: false });
    devices.leave(from, 6);
    expect(trace()).toMatchObject({ lastWillReceived: clock.now(), isOfflineByLastWill: false });
    devices.leave(from, 7);
    expect(trace()).toMatchObject({ isOfflineByLastWill: true, isOffline: true });
    devices.merge('g1', tabs());
    expect(trace()).toMatchObject({ isOfflineByLastWill: true, isOffline: false });
  });

  test('forgets a place that is closed', () => {
    const { devices, trace } = setUp();
    devices.merge('g1', info('PC-1'));
    devices.close('g1');
    expect(trace()).toBeUndefined();
  });
});

test('a thousand clients that came and went leave no timer and no record', async () => {
  const { devices, clock, removed } = setUp();
  const running = clock.running();
  for (let i = 0; i < 1_000; i += 1) {
    const address = { ...from, clientId: `c${i}` };
    devices.mergeThumbnail('g1', address, { properties: properties(1), expected: 90 });
    if (i % 2) devices.leave(address, 1);
  }
  await clock.advance(60_000);
  expect(removed).toHaveLength(1_000);
  expect(devices.list('g1')).toEqual([]);
  expect(clock.running()).toBe(running);
});
