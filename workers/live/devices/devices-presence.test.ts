import { describe, expect, test } from 'vitest';
import { from, hello, info, setUp, setUpTicks, statuses } from '../fakes/devices-fixture.ts';

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

describe('a client that its group has no more', () => {
  test('goes within 2 s, though it may have said something just before', async () => {
    const { devices, clock, removed } = setUp();
    devices.merge('g1', info('PC-1'));
    devices.leaveGroup('g1', 'c1');
    devices.merge('g1', statuses(false));
    await clock.advance(2_000);
    expect(removed).toEqual(['c1']);
    expect(devices.list('g1')).toEqual([]);
  });

  test('and has it again in a moment keeps its card, without a change', async () => {
    const { devices, clock, removed, take } = setUp();
    devices.merge('g1', info('PC-1'));
    take();
    devices.leaveGroup('g1', 'c1');
    await clock.advance(1_000);
    devices.merge('g1', hello());
    await clock.advance(5_000);
    expect(removed).toEqual([]);
    expect(take()).toEqual([]);
  });

  test('and has it again and no more goes by the last word', async () => {
    const { devices, clock, removed } = setUp();
    devices.merge('g1', info('PC-1'));
    devices.leaveGroup('g1', 'c1');
    devices.merge('g1', hello());
    devices.leaveGroup('g1', 'c1');
    await clock.advance(2_000);
    expect(removed).toEqual(['c1']);
  });

  test('stays where another group has it, and nothing is waited for after the end', async () => {
    const { devices, clock, removed } = setUp();
    devices.open('g2');
    for (const place of ['g1', 'g2']) devices.merge(place, info('PC-1'));
    devices.leaveGroup('g1', 'c1');
    devices.leaveGroup('g1', 'stranger');
    devices.leaveGroup('elsewhere', 'c1');
    await clock.advance(2_000);
    expect(removed).toEqual(['c1']);
    expect(devices.get('g2', 'c1')?.isOffline).toBe(false);
    devices.leaveGroup('g2', 'c1');
    devices.stop();
    expect(clock.pending()).toBe(0);
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

test('a single client that has not been heard since the connection broke is asked for at every tick', async () => {
  const { devices, clock, nobody } = setUp();
  devices.open('client/c1');
  devices.merge('client/c1', statuses(false));
  devices.setConnected(false);
  await clock.advance(1_000);
  devices.setConnected(true);
  await clock.advance(10_000);
  expect(nobody).toEqual(['client/c1']);
  devices.merge('client/c1', statuses(false));
  await clock.advance(10_000);
  expect(nobody).toHaveLength(1);
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

describe('a place that nothing comes from', () => {
  test('is told of once in each silence of 15 s, at the next tick', async () => {
    const { devices, clock, quiet } = setUp();
    await clock.advance(19_999);
    expect(quiet).toEqual([]);
    await clock.advance(1);
    await clock.advance(60_000);
    expect(quiet).toEqual(['g1']);
    devices.merge('g1', info('PC-1'));
    await clock.advance(60_000);
    expect(quiet).toEqual(['g1', 'g1']);
  });

  test('is not while one device speaks, nobody listens, or there is no connection', async () => {
    const { devices, clock, quiet } = setUp();
    for (let i = 0; i < 6; i += 1) {
      devices.merge('g1', statuses(false, i));
      await clock.advance(10_000);
    }
    devices.setListening('g1', false);
    await clock.advance(60_000);
    devices.setListening('g1', true);
    devices.setConnected(false);
    await clock.advance(60_000);
    devices.setConnected(true);
    await clock.advance(10_000);
    expect(quiet).toEqual([]);
  });
});
