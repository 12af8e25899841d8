import { describe, expect, test } from 'vitest';
import { TIMING } from '#domain/timing.ts';
import { createFakeClock, settlePromises } from '#protocol/fakes/fake-clock.ts';
import type { RoomChange } from '#protocol/threads/live-worker.ts';
import { createMessageQueue } from '../broker/message-queue.ts';
import type { Outcome, PublishOptions } from '../broker/mqtt-transport.ts';
import { createRooms } from './rooms.ts';

const R = 'demo/riverside/live-rooms/r1';
const message = (id: string, text = 'Hello') => ({ id, message: text });
const said = { id: 'm1', message: 'Hello', tutorId: 't2', sentTime: 5 };

function setUp() {
  const clock = createFakeClock();
  const filters = new Set<string>();
  const renewed: string[] = [];
  const published: { topic: string; body: unknown; options: PublishOptions }[] = [];
  const told: { tabId: string; change: RoomChange }[] = [];
  const world = { outcome: 'sent' as Outcome };
  const link = {
    subscribe(filter: string, _qos: 0 | 1, { again } = { again: false }) {
      filters.add(filter);
      if (again) renewed.push(filter);
    },
    unsubscribe: (filter: string) => filters.delete(filter),
    publish: async (topic: string, payload: string, options: PublishOptions) => {
      published.push({ topic, body: JSON.parse(payload), options });
      return world.outcome;
    },
  };
  const { connected, ...rest } = createMessageQueue({ clock });
  const queue = { ...rest, connected: (how: { renewed: boolean }) => connected(link, how) };
  const rooms = createRooms({
    clock,
    link,
    queue,
    session: () => ({ tenant: 'demo', site: 'riverside', tutorId: 't1', mqttUrl: 'ws://broker/mqtt' }),
    send: (tabId, change) => told.push({ tabId, change }),
  });
  queue.connected({ renewed: false });
  return {
    clock,
    rooms,
    queue,
    filters,
    renewed,
    world,
    told: () => told.splice(0),
    published,
    /** The ends of the topics of what was published since the last call. */
    take: () => published.splice(0).map(({ topic }) => topic.replace('demo/riverside/live-rooms/', '')),
  };
}

describe('joining', () => {
  test('subscribes the room and says that the tutor is there, once for all tabs', () => {
    const { rooms, filters, published } = setUp();
    rooms.join('a', 'r1');
    rooms.join('b', 'r1');
    rooms.join('b', 'r1');
    expect([...filters]).toEqual([`${R}/#`]);
    expect(published).toMatchObject([
      { topic: `${R}/connected`, body: { tutorId: 't1' }, options: { qos: 1 } },
    ]);
  });

  test('ends 5 s after the last tab left, with a goodbye', async () => {
    const { rooms, filters, take, clock } = setUp();
    rooms.join('a', 'r1');
    rooms.join('b', 'r1');
    take();
    rooms.leave('a', 'r1');
    await clock.advance(10_000);
    expect(take()).toEqual([]);
    rooms.leave('b', 'r1');
    rooms.leave('b', 'r1');
    await clock.advance(4_999);
    expect([take(), filters.size]).toEqual([[], 1]);
    await clock.advance(1);
    expect([take(), filters.size]).toEqual([['r1/disconnect'], 0]);
    expect(clock.pending()).toBe(0);
  });

  test('goes on for a tab that comes back within the grace', async () => {
    const { rooms, take, clock } = setUp();
    rooms.join('a', 'r1');
    take();
    rooms.endTab('a');
    await clock.advance(3_000);
    rooms.join('a', 'r1');
    await clock.advance(10_000);
    expect(take()).toEqual([]);
  });

  test('is said again after every reconnect: the platform may have taken the tutor for gone', async () => {
    const { rooms, take } = setUp();
    rooms.join('a', 'r1');
    rooms.join('a', 'r2');
    await settlePromises();
    take();
    rooms.reconnected({ resumed: true, renewed: true });
    expect(take()).toEqual([]);
    rooms.reconnected({ resumed: true, renewed: false });
    expect(take()).toEqual(['r1/connected', 'r2/connected']);
  });

  test('in a gap, and leaving in one, are said after it, once', async () => {
    const { rooms, take, clock, world } = setUp();
    rooms.join('a', 'r1');
    rooms.join('a', 'r2');
    await settlePromises();
    world.outcome = 'unsent';
    rooms.join('a', 'r3');
    rooms.leave('a', 'r1');
    await clock.advance(5_000);
    take();
    world.outcome = 'sent';
    rooms.reconnected({ resumed: true, renewed: true });
    expect(take()).toEqual(['r3/connected', 'r1/disconnect']);
    await settlePromises();
    rooms.reconnected({ resumed: true, renewed: true });
    expect(take()).toEqual([]);
  });

  test('in a gap that ends with a new session is said once; there is nothing to leave any more', async () => {
    const { rooms, take, clock, world } = setUp();
    rooms.join('a', 'r1');
    await settlePromises();
    world.outcome = 'unsent';
    rooms.join('a', 'r2');
    rooms.leave('a', 'r1');
    await clock.advance(5_000);
    take();
    world.outcome = 'sent';
    rooms.reconnected({ resumed: false, renewed: false });
    expect(take()).toEqual(['r2/connected']);
  });

  test('again what was left in a gap takes the goodbye back', async () => {
    const { rooms, take, clock, world } = setUp();
    rooms.join('a', 'r1');
    await settlePromises();
    world.outcome = 'unsent';
    rooms.leave('a', 'r1');
    await clock.advance(5_000);
    rooms.join('a', 'r1');
    await settlePromises();
    take();
    world.outcome = 'sent';
    rooms.reconnected({ resumed: true, renewed: false });
    expect(take()).toEqual(['r1/connected']);
  });

  test('ends with the tab', async () => {
    const { rooms, take, clock } = setUp();
    rooms.join('a', 'r1');
    rooms.join('a', 'r2');
    take();
    rooms.endTab('a');
    await clock.advance(5_000);
    expect(take()).toEqual(['r1/disconnect', 'r2/disconnect']);
  });
});

describe('what comes', () => {
  test('goes to the tabs in that room', () => {
    const { rooms, told } = setUp();
    rooms.join('a', 'r1');
    rooms.join('b', 'r1');
    rooms.join('c', 'r2');
    rooms.receive('r1', said);
    rooms.receive('r1', { userId: 'u1', action: 'connected' });
    expect(told()).toEqual(
      [said, { userId: 'u1', action: 'connected' }].flatMap((entry) =>
        ['a', 'b'].map((tabId) => ({ tabId, change: { roomId: 'r1', entries: [entry] } })),
      ),
    );
  });

  test('for a room that nobody is in any more goes nowhere', () => {
    const { rooms, told } = setUp();
    rooms.join('a', 'r1');
    rooms.leave('a', 'r1');
    rooms.receive('r1', said);
    expect(told()).toEqual([]);
  });
});

describe('a message of this tutor', () => {
  test('is sent at once, and is through when the broker has it', async () => {
    const { rooms, published } = setUp();
    await expect(rooms.send('r1', message('m1'))).resolves.toBe(true);
    expect(published).toMatchObject([
      { topic: `${R}/send-message`, body: message('m1'), options: { qos: 1, expirySeconds: 60 } },
    ]);
  });

  test('that is refused is not through', async () => {
    const { rooms, world } = setUp();
    world.outcome = 'refused';
    await expect(rooms.send('r1', message('m1'))).resolves.toBe(false);
  });

  test('waits for the connection, in the order of asking', async () => {
    const { rooms, queue, published, clock } = setUp();
    queue.disconnected();
    const sent = [rooms.send('r1', message('m1')), rooms.send('r1', message('m2'))];
    await clock.advance(30_000);
    expect(published).toEqual([]);
    queue.connected({ renewed: false });
    await clock.advance(1_000);
    expect(published.map(({ body }) => (body as { id: string }).id)).toEqual(['m1', 'm2']);
    expect(await Promise.all(sent)).toEqual([true, true]);
  });

  test('that could not be sent for 60 s is not through', async () => {
    const { rooms, queue, clock, published } = setUp();
    queue.disconnected();
    const sent = rooms.send('r1', message('m1'));
    await clock.advance(60_000);
    expect(await sent).toBe(false);
    queue.connected({ renewed: false });
    await clock.advance(5_000);
    expect(published).toEqual([]);
  });

  test.each([
    ['is empty', message('m1', '   ')],
    ['is too long', message('m1', 'x'.repeat(10_001))],
    ['has no id', message('')],
  ])('that %s is not sent', async (_, sent) => {
    const { rooms, published } = setUp();
    expect(await rooms.send('r1', sent)).toBe(false);
    expect(published).toEqual([]);
  });
});

test('the end of the session says goodbye, and is the end of what waits', async () => {
  const { rooms, queue, filters, take, clock } = setUp();
  rooms.join('a', 'r1');
  queue.disconnected();
  const waiting = rooms.send('r1', message('m1'));
  take();
  rooms.clear();
  queue.clear();
  expect(await waiting).toBe(false);
  await settlePromises();
  expect([take(), filters.size, clock.pending()]).toEqual([['r1/disconnect'], 0, 0]);
});

describe('listening to rooms', () => {
  test('subscribes them without saying that the tutor is there, and tells a tab once', async () => {
    const { rooms, filters, take, told, clock } = setUp();
    rooms.listen('a', ['r1', 'r2']);
    expect([...filters].sort()).toEqual([`${R}/#`, `${R.replace('r1', 'r2')}/#`]);
    expect(take()).toEqual([]);
    rooms.join('a', 'r1');
    rooms.receive('r1', said);
    expect(told()).toHaveLength(1);
    rooms.leave('a', 'r1');
    await clock.advance(TIMING.demandGraceMs);
    expect(take()).toEqual(['r1/connected', 'r1/disconnect']);
    expect(filters.has(`${R}/#`)).toBe(true);
    rooms.listen('a', ['r2']);
    await clock.advance(TIMING.demandGraceMs);
    expect([...filters]).toEqual([`${R.replace('r1', 'r2')}/#`]);
    rooms.endTab('a');
    await clock.advance(TIMING.demandGraceMs);
    expect([...filters]).toEqual([]);
  });
});

test('a room that is listed again is asked for again: the broker drops what a removed member hears, without a word', async () => {
  const { rooms, filters, renewed, clock } = setUp();
  rooms.listen('a', ['r1', 'r2']);
  rooms.listen('b', ['r1', 'r2']);
  renewed.length = 0;
  rooms.listen('a', ['r2']);
  await clock.advance(1_000);
  rooms.listen('a', ['r1', 'r2']);
  expect(renewed).toEqual([`${R}/#`]);
  rooms.listen('a', ['r1', 'r2']);
  expect([renewed.length, filters.size]).toEqual([1, 2]);
});
