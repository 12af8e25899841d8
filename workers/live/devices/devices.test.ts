import { describe, expect, test } from 'vitest';
import { type FeedbackRecord, readLiveMessage } from '../broker/live-message.ts';
import {
  application,
  applications,
  base,
  from,
  hello,
  info,
  properties,
  setUp,
  statuses,
  tab,
  tabs,
} from '../fakes/devices-fixture.ts';

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

  test('statuses reach the tabs whole, as the device said them', () => {
    const { devices, take } = setUp();
    const said = {
      privacy: true,
      shareScreen: true,
      screenShared: true,
      fullScreen: 'FULL',
      nameModal: true,
      screenshareSessionIds: ['s1'],
      inputsBlocked: true,
      lockSources: { action: true, policy: true },
      muteSources: { action: false, policy: true },
      policies: { activePolicies: ['p1', 'p2'], notPossible: ['LaunchActionDefinition'] },
    };
    const topic = 'demo/riverside/groups/g1/feedback/c1/statuses';
    const payload = new TextEncoder().encode(JSON.stringify({ ...base, ...said }));
    const read = readLiveMessage(
      { tenant: 'demo', site: 'riverside', tutorId: 't1' },
      { topic, payload },
    ) as FeedbackRecord;
    devices.merge('g1', read);
    expect(take()[0]?.statuses).toEqual({ ...base, ...said, lastUpdated: 0 });
    devices.merge('g1', { ...read, record: { ...read.record, inputsBlocked: false } } as FeedbackRecord);
    expect(take()[0]?.statuses).toMatchObject({ inputsBlocked: false });
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

describe('quality', () => {
  const picture = (devices: ReturnType<typeof setUp>['devices'], quality: number) =>
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
  expect(clock.pending()).toBe(0);
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
  const running = clock.pending();
  for (let i = 0; i < 1_000; i += 1) {
    const address = { ...from, clientId: `c${i}` };
    devices.mergeThumbnail('g1', address, { properties: properties(1), expected: 90 });
    if (i % 2) devices.leave(address, 1);
  }
  await clock.advance(60_000);
  expect(removed).toHaveLength(1_000);
  expect(devices.list('g1')).toEqual([]);
  expect(clock.pending()).toBe(running);
});
