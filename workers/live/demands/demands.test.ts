import { describe, expect, test } from 'vitest';
import { settlePromises } from '#protocol/fakes/fake-clock.ts';
import { device, info, pictures, setUpDemands, single } from '../fakes/demands-fixture.ts';

describe('demands', () => {
  test('are published with the first holder and not again for a second one that wants no more', () => {
    const { demands, take } = setUpDemands();
    demands.hold('a', info);
    expect(take()).toEqual([
      { to: 'group', type: 'statuses', frequency: 10_000, TTL: 600_000 },
      { to: 'group', type: 'info', frequency: 0, TTL: 600_000 },
    ]);
    demands.hold('b', info);
    expect(take()).toEqual([]);
  });

  test('rise at once with a holder that wants more, and fall 5 s after it left', async () => {
    const { demands, take, clock } = setUpDemands();
    demands.hold('a', pictures(10, 5_000));
    take();
    demands.hold('b', pictures(100, 1_000, 320));
    expect(take()).toMatchObject([{ type: 'thumbnails', quality: 100, frequency: 1_000, width: 320 }]);
    demands.release('b', 'after-grace');
    await clock.advance(4_999);
    expect(take()).toEqual([]);
    await clock.advance(1);
    expect(take()).toMatchObject([{ type: 'thumbnails', quality: 10, frequency: 5_000, width: 160 }]);
  });

  test('are cancelled 5 s after the last holder left', async () => {
    const { demands, take, clock } = setUpDemands();
    demands.hold('a', info);
    take();
    demands.release('a', 'after-grace');
    await clock.advance(5_000);
    expect(take()).toMatchObject([
      { type: 'statuses', TTL: 0 },
      { type: 'info', TTL: 0 },
    ]);
    expect(clock.pending()).toBe(0);
  });

  test('are not touched when the holder is back within the grace', async () => {
    const { demands, take, clock } = setUpDemands();
    demands.hold('a', info);
    take();
    demands.release('a', 'after-grace');
    await clock.advance(3_000);
    demands.hold('a', info);
    await clock.advance(10_000);
    expect(take()).toEqual([]);
  });

  test('are cancelled at once when nobody looks', () => {
    const { demands, take } = setUpDemands();
    demands.hold('a', info);
    take();
    demands.release('a', 'now');
    expect(take()).toMatchObject([{ TTL: 0 }, { TTL: 0 }]);
  });

  test('are refreshed each 5 min, before they expire after 10', async () => {
    const { demands, take, clock } = setUpDemands();
    demands.hold('a', info);
    take();
    await clock.advance(299_999);
    expect(take()).toEqual([]);
    await clock.advance(1);
    expect(take()).toHaveLength(2);
    await clock.advance(300_000);
    expect(take()).toHaveLength(2);
  });

  test('are repeated to a client that says hello, once in a second', async () => {
    const { demands, take, clock } = setUpDemands();
    demands.hold('a', info);
    take();
    demands.repeatTo('g1', device);
    demands.repeatTo('g1', device);
    expect(take()).toMatchObject([
      { to: 'client', type: 'statuses' },
      { to: 'client', type: 'info' },
    ]);
    await clock.advance(1_000);
    demands.repeatTo('g1', device);
    expect(take()).toHaveLength(2);
  });

  test('are repeated to a few clients one by one, to many by one message to the group', () => {
    const { demands, take } = setUpDemands();
    demands.hold('a', info);
    take();
    const devices = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        clientId: `c${i}`,
        userId: 'u1',
        authType: 'user' as const,
      }));
    demands.repeatToMany('g1', devices(3));
    expect(take().map(({ to }) => to)).toEqual(Array(6).fill('client'));
    demands.repeatToMany('g1', devices(30));
    expect(take().map(({ to }) => to)).toEqual(['group', 'group']);
  });

  test('are published again when the broker lost the session, but not when it kept it', async () => {
    const { demands, take, fresh } = setUpDemands();
    demands.hold('a', pictures(10, 5_000));
    await settlePromises();
    take();
    demands.reconnected(true);
    expect(take()).toEqual([]);
    demands.reconnected(false);
    expect(take()).toHaveLength(2);
    expect(fresh).toEqual([false, true]);
  });

  test('that could not be sent are sent on the next connection, cancels as well', async () => {
    const { demands, take, setOutcome } = setUpDemands();
    demands.hold('a', info);
    await settlePromises();
    setOutcome('unsent');
    demands.hold('b', pictures(10, 5_000));
    demands.release('a', 'now');
    await settlePromises();
    take();
    setOutcome('sent');
    demands.reconnected(true);
    expect(take()).toMatchObject([
      { type: 'info', TTL: 0 },
      { type: 'thumbnails', TTL: 600_000 },
    ]);
    await settlePromises();
    demands.reconnected(true);
    expect(take()).toEqual([]);
  });

  test('that were refused are not repeated on every reconnect', async () => {
    const { demands, take, setOutcome } = setUpDemands();
    setOutcome('refused');
    demands.hold('a', info);
    await settlePromises();
    take();
    demands.reconnected(true);
    expect(take()).toEqual([]);
  });
});

describe('demands on a slow line', () => {
  const pace = { interval: 3, side: 0.5, quality: 0.5 };

  test('ask for pictures less often, smaller and plainer, and for the rest as before', () => {
    const { demands, take } = setUpDemands();
    demands.hold('a', { ...pictures(60, 2_000, 320), feeds: ['thumbnails', 'info'] });
    take();
    demands.setPace(pace);
    expect(take()).toEqual([
      { to: 'group', type: 'thumbnails', frequency: 6_000, TTL: 600_000, quality: 30, width: 160 },
    ]);
    expect(demands.quality('g1')).toBe(30);
    demands.setPace(pace);
    expect(take()).toEqual([]);
  });

  test('hold for what is asked later, and for what is repeated', () => {
    const { demands, take } = setUpDemands();
    demands.setPace(pace);
    demands.hold('a', pictures(60, 2_000, 320));
    expect(take()).toMatchObject([{ type: 'statuses' }, { frequency: 6_000, quality: 30, width: 160 }]);
    demands.repeatTo('g1', device);
    expect(take()).toMatchObject([{ type: 'statuses' }, { to: 'client', frequency: 6_000 }]);
  });

  test('never ask for more than the screens do, nor for what nobody could read', () => {
    const { demands, take } = setUpDemands();
    demands.setPace(pace);
    demands.hold('a', pictures(5, 5_000, 80));
    expect(take()[1]).toMatchObject({ quality: 5, width: 64 });
    demands.hold('a', pictures(15, 5_000, 80));
    expect(take()).toMatchObject([{ quality: 10, width: 64 }]);
  });

  test('are whole again on a free line', () => {
    const { demands, take } = setUpDemands();
    demands.hold('a', pictures(60, 2_000, 320));
    demands.setPace(pace);
    take();
    demands.setPace({ interval: 1, side: 1, quality: 1 });
    expect(take()).toMatchObject([{ type: 'thumbnails', frequency: 2_000, quality: 60, width: 320 }]);
  });

  test('know whether pictures are asked for', () => {
    const { demands } = setUpDemands();
    demands.hold('a', info);
    expect(demands.hasPictures()).toBe(false);
    demands.hold('b', single);
    expect(demands.hasPictures()).toBe(true);
    demands.release('b', 'now');
    expect(demands.hasPictures()).toBe(false);
  });
});

describe('demands of one client by itself', () => {
  const client = { to: 'client', ...device } as const;
  const route = (type: string, TTL: number) => ({ target: client, type, TTL, feedback: 'client/c1' });

  test('go to its own topic, and are cancelled there', async () => {
    const { demands, takeRoutes, clock } = setUpDemands();
    demands.hold('a', single);
    expect(takeRoutes()).toEqual([
      route('statuses', 600_000),
      route('info', 600_000),
      route('thumbnails', 600_000),
    ]);
    demands.release('a', 'after-grace');
    await clock.advance(5_000);
    expect(takeRoutes()).toEqual([route('statuses', 0), route('info', 0), route('thumbnails', 0)]);
    expect(clock.pending()).toBe(0);
  });

  test('are not mixed with those of its group', () => {
    const { demands, takeRoutes } = setUpDemands();
    demands.hold('a', pictures(10, 5_000));
    demands.hold('b', single);
    takeRoutes();
    expect([demands.quality('g1'), demands.quality('client/c1')]).toEqual([10, 100]);
    demands.release('b', 'now');
    expect(takeRoutes().every(({ feedback }) => feedback === 'client/c1')).toBe(true);
    expect(demands.quality('g1')).toBe(10);
  });

  test('are repeated at its hello, beside those of its group', () => {
    const { demands, takeRoutes } = setUpDemands();
    demands.hold('a', info);
    demands.hold('b', single);
    takeRoutes();
    demands.hello('g1', device);
    expect(takeRoutes()).toEqual([
      { ...route('statuses', 600_000), feedback: 'g1' },
      { ...route('info', 600_000), feedback: 'g1' },
      route('statuses', 600_000),
      route('info', 600_000),
      route('thumbnails', 600_000),
    ]);
    demands.hello('g2', { ...device, clientId: 'c2' });
    expect(takeRoutes()).toEqual([]);
  });

  test('follow the device to whoever has signed in there', () => {
    const { demands, takeRoutes } = setUpDemands();
    demands.hold('a', single);
    takeRoutes();
    demands.release('a', 'after-grace');
    demands.hold('b', { ...single, of: { client: { ...device, userId: 'u2' } } });
    expect(takeRoutes().map(({ target }) => target)).toEqual(Array(3).fill({ ...client, userId: 'u2' }));
  });

  test('move with a screen that turns to another place', () => {
    const { demands, takeRoutes } = setUpDemands();
    demands.hold('a', single);
    takeRoutes();
    demands.hold('a', info);
    expect(takeRoutes().map(({ feedback, TTL }) => `${feedback} ${TTL}`)).toEqual([
      'client/c1 0',
      'client/c1 0',
      'client/c1 0',
      'g1 600000',
      'g1 600000',
    ]);
  });
});

test('hellos of a thousand devices leave nothing but the group', async () => {
  const { demands, clock, take } = setUpDemands();
  demands.hold('a', info);
  for (let i = 0; i < 1_000; i += 1) demands.hello('g1', { ...device, clientId: `c${i}` });
  demands.release('a', 'now');
  await settlePromises();
  take();
  demands.hello('g1', device);
  demands.reconnected(false);
  expect(take()).toEqual([]);
  expect(clock.pending()).toBe(0);
});
