import { describe, expect, test } from 'vitest';
import type { PatchDemandParameters } from '#protocol/demand.ts';
import { createFakeClock, settlePromises } from '#protocol/fakes/fake-clock.ts';
import type { LiveClient, WatchRequest, WatchView } from '#protocol/threads/live-worker.ts';
import type { Outcome } from '../broker/mqtt-transport.ts';
import { placeOf } from '../watches/place.ts';
import { createPatches } from './patches.ts';

const request: WatchRequest = {
  of: { groupId: 'g1' },
  feeds: ['thumbnails'],
  thumbnails: { quality: 30, intervalMs: 5_000, width: 320, height: 180 },
};
const client = (clientId: string): LiveClient => ({
  clientId,
  userId: 'u1',
  authType: 'user',
  isOffline: false,
  lastUpdated: 1,
  info: {
    clientId,
    userId: 'u1',
    authType: 'user',
    lastUpdated: 0,
    type: 'windowsAgent',
    version: '1',
    displays: [
      { id: 'd1', primary: true },
      { id: 'd2', primary: false },
    ],
    device: { hostname: 'PC' },
  },
});

function setUp() {
  const clock = createFakeClock();
  const sent: PatchDemandParameters['clients'][] = [];
  const places: string[] = [];
  const looks = new Map<string, boolean>();
  const world = {
    views: [] as { request: WatchRequest; view: WatchView | undefined }[],
    clients: [client('a'), client('b')],
    quality: 30,
    outcome: 'sent' as Outcome,
  };
  const patches = createPatches({
    clock,
    views: () => world.views,
    clients: () => world.clients,
    demandedQuality: () => world.quality,
    onLook: (_, clientId, isLookedAt) => looks.set(clientId, isLookedAt),
    publish: async (of, { clients }) => {
      sent.push(clients);
      places.push(placeOf(of));
      return world.outcome;
    },
  });
  const look = (view: Partial<WatchView> | undefined, index = 0) => {
    world.views[index] = { request, view: view && { visible: [], displays: {}, ...view } };
    patches.touch('g1');
  };
  return { clock, patches, world, look, looks, places, take: () => sent.splice(0) };
}

test('tells who is looked at and who is not', async () => {
  const { clock, look, looks } = setUp();
  look({ visible: ['a'] });
  await clock.advance(1_000);
  expect([...looks]).toEqual([
    ['a', true],
    ['b', false],
  ]);
});

test('what is out of view is suspended, 1 s after the view is known', async () => {
  const { clock, look, take } = setUp();
  look({ visible: ['a'] });
  await clock.advance(999);
  expect(take()).toEqual([]);
  await clock.advance(1);
  expect(take()).toEqual([{ b: { visible: false, suspend: true } }]);
});

test('nothing is suspended while a screen has not told its view', async () => {
  const { clock, look, take } = setUp();
  look({ visible: [] });
  look(undefined, 1);
  await clock.advance(1_000);
  expect(take()).toEqual([]);
});

test('what any screen shows goes on', async () => {
  const { clock, look, take } = setUp();
  look({ visible: ['a'] });
  look({ visible: ['b'] }, 1);
  await clock.advance(1_000);
  expect(take()).toEqual([]);
});

test('only differences are sent, in one message for many changes', async () => {
  const { clock, look, take } = setUp();
  look({ visible: [] });
  await clock.advance(1_000);
  take();
  look({ visible: ['a'] });
  look({ visible: ['a', 'b'] });
  look({ visible: ['b'] });
  await clock.advance(1_000);
  expect(take()).toEqual([{ b: { visible: true, suspend: false } }]);
  look({ visible: ['b'] });
  await clock.advance(1_000);
  expect(take()).toEqual([]);
});

test('somebody who keeps scrolling is served each second', async () => {
  const { clock, look, take } = setUp();
  for (let i = 0; i < 12; i += 1) {
    look({ visible: i % 2 ? ['a'] : ['b'] });
    await clock.advance(350);
  }
  expect(take().length).toBeGreaterThanOrEqual(2);
});

test('a lowered quality is patched, and follows the demand once the screen asks for it again', async () => {
  const { clock, look, take, world } = setUp();
  look({ visible: ['a', 'b'], quality: 10 });
  await clock.advance(1_000);
  expect(take()).toEqual([{ a: { quality: 10 }, b: { quality: 10 } }]);
  world.quality = 50;
  look({ visible: ['a', 'b'] });
  await clock.advance(1_000);
  expect(take()).toEqual([{ a: { quality: 50 }, b: { quality: 50 } }]);
});

test('a chosen display is named, and the primary one when the choice is taken back', async () => {
  const { clock, look, take } = setUp();
  look({ visible: ['a', 'b'], displays: { a: 'd2' } });
  await clock.advance(1_000);
  expect(take()).toEqual([{ a: { clientDisplayMap: { a: 'd2' } } }]);
  look({ visible: ['a', 'b'] });
  await clock.advance(1_000);
  expect(take()).toEqual([{ a: { clientDisplayMap: { a: 'd1' } } }]);
});

describe('two screens that show different displays of one client', () => {
  test('are both served, the primary one by its name', async () => {
    const { clock, look, take } = setUp();
    look({ visible: ['a'], displays: { a: 'd2' } });
    look({ visible: ['a', 'b'] }, 1);
    await clock.advance(1_000);
    expect(take()).toEqual([{ a: { clientDisplayMap: { a: 'd1' }, displays: ['d1', 'd2'] } }]);
  });

  test('until one of them shows the other display as well', async () => {
    const { clock, look, take } = setUp();
    look({ visible: ['a'], displays: { a: 'd2' } });
    look({ visible: ['a', 'b'] }, 1);
    await clock.advance(1_000);
    take();
    look({ visible: ['a', 'b'], displays: { a: 'd2' } }, 1);
    await clock.advance(1_000);
    expect(take()).toEqual([{ a: { clientDisplayMap: { a: 'd2' }, displays: [] } }]);
  });

  test('but not for one that does not show the client at all', async () => {
    const { clock, look, take } = setUp();
    look({ visible: ['a'], displays: { a: 'd2' } });
    look({ visible: ['b'] }, 1);
    await clock.advance(1_000);
    expect(take()).toEqual([{ a: { clientDisplayMap: { a: 'd2' } } }]);
  });
});

test('a chosen display that the client does not have is asked as the primary one', async () => {
  const { clock, look, take } = setUp();
  look({ visible: ['a', 'b'], displays: { a: 'gone' } });
  await clock.advance(1_000);
  expect(take()).toEqual([]);
});

test('what goes out of view keeps its display', async () => {
  const { clock, look, take } = setUp();
  look({ visible: ['a', 'b'], displays: { a: 'd2' } });
  await clock.advance(1_000);
  take();
  look({ visible: ['b'], displays: { a: 'd2' } });
  await clock.advance(1_000);
  look({ visible: ['a', 'b'], displays: { a: 'd2' } });
  await clock.advance(1_000);
  expect(take()).toEqual([
    { a: { visible: false, suspend: true } },
    { a: { visible: true, suspend: false } },
  ]);
});

test('what a client was told tells which quality to expect of it', async () => {
  const { clock, look, patches } = setUp();
  expect(patches.quality('g1', 'a')).toBeUndefined();
  look({ visible: ['a', 'b'], quality: 10 });
  await clock.advance(1_000);
  expect(patches.quality('g1', 'a')).toBe(10);
});

test('the patch of one client by itself goes to that client', async () => {
  const { clock, patches, world, places, take } = setUp();
  const { clientId, userId, authType } = client('a');
  const alone: WatchRequest = { of: { client: { clientId, userId, authType } }, feeds: ['thumbnails'] };
  world.clients = [client('a')];
  world.views = [{ request: alone, view: { visible: ['a'], displays: { a: 'd2' } } }];
  patches.touch('client/a');
  await clock.advance(1_000);
  expect(take()).toEqual([{ a: { clientDisplayMap: { a: 'd2' } } }]);
  expect(places).toEqual(['client/a']);
});

test('a large group is patched in messages that stay small', async () => {
  const { clock, look, take, world } = setUp();
  world.clients = Array.from({ length: 1_200 }, (_, i) => client(`c${i}`));
  look({ visible: [] });
  await clock.advance(1_000);
  const sent = take();
  expect(sent.map((clients) => Object.keys(clients).length)).toEqual([500, 500, 200]);
});

test('a device that came back is told everything again, even that it is visible', async () => {
  const { clock, look, take, patches } = setUp();
  look({ visible: ['a'] });
  await clock.advance(1_000);
  take();
  patches.doubt('g1', 'b');
  look({ visible: ['a', 'b'] });
  await clock.advance(1_000);
  expect(take()).toEqual([{ b: { visible: true, suspend: false } }]);
});

test('what could not be sent is sent again', async () => {
  const { clock, look, take, patches, world } = setUp();
  world.outcome = 'unsent';
  look({ visible: ['a'] });
  await clock.advance(1_000);
  await settlePromises();
  take();
  world.outcome = 'sent';
  patches.doubt('g1');
  await clock.advance(1_000);
  expect(take()).toEqual([{ b: { visible: false, suspend: true } }]);
});

test('a choice that was taken back while there was no connection is taken back afterwards', async () => {
  const { clock, look, take, patches, world } = setUp();
  look({ visible: ['a', 'b'], displays: { a: 'd2' } });
  await clock.advance(1_000);
  world.outcome = 'unsent';
  look({ visible: ['a', 'b'] });
  await clock.advance(1_000);
  take();
  world.outcome = 'sent';
  patches.doubt('g1');
  await clock.advance(1_000);
  expect(take()).toEqual([
    { a: { visible: true, suspend: false, clientDisplayMap: { a: 'd1' }, displays: [] } },
  ]);
});

test('a group that ended leaves no timer', () => {
  const { look, patches, clock } = setUp();
  look({ visible: ['a'] });
  patches.forgetPlace('g1');
  expect(clock.pending()).toBe(0);
});

test('what fell into a gap is said again after the reconnect, and nothing else is', async () => {
  const { clock, patches, world, look, take } = setUp();
  look({ visible: ['a'] });
  await clock.advance(1_000);
  expect(take()).toEqual([{ b: { visible: false, suspend: true } }]);
  world.outcome = 'unsent';
  look({ visible: ['a', 'b'] });
  await clock.advance(1_000);
  expect(take()).toHaveLength(1);
  world.outcome = 'sent';
  patches.reconnected();
  await clock.advance(1_000);
  expect(take()).toEqual([{ b: { visible: true, suspend: false } }]);
  patches.reconnected();
  await clock.advance(1_000);
  expect(take()).toEqual([]);
  expect(clock.pending()).toBe(0);
});
