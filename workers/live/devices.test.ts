import { describe, expect, test } from 'vitest';
import type { ThumbnailProperties } from '#protocol/feedback.ts';
import type { ClientChange } from '#protocol/live-worker.ts';
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
  const devices = createDevices({
    clock,
    onChange: (_, change) => changes.push(change),
    onRemoved: (_, clientId) => removed.push(clientId),
    onStranger: (_, { clientId }) => strangers.push(clientId),
    onSilent: (_, devices) => silent.push(...devices.map((device) => device.clientId)),
  });
  devices.open('g1');
  devices.setConnected(true);
  return { clock, devices, changes, removed, strangers, silent, take: () => changes.splice(0) };
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

  test('is reported once, so that a device that is only not asked any more can be asked again', async () => {
    const { devices, clock, silent } = setUp();
    devices.merge('g1', info('PC-1'));
    await clock.advance(20_000);
    expect(silent).toEqual(['c1']);
    await clock.advance(10_000);
    expect(silent).toEqual(['c1']);
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

describe('a last will', () => {
  test('removes the client', () => {
    const { devices, removed } = setUp();
    devices.merge('g1', info('PC-1'));
    devices.leave(from, 77);
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
