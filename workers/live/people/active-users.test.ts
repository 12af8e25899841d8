import { expect, test } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import type { ActiveUserChange, LiveClient } from '#protocol/threads/live-worker.ts';
import { createWorkerActiveUsers } from './active-users.ts';

const at = (userId: string, clientId: string) => ({ clientId, userId, authType: 'user' as const });
const WINDOWS = { authType: 'user', type: 'windowsAgent' };
const UNKNOWN = { authType: 'user', type: 'unknown' };
const present = (deviceId: string, since = 1) => ({
  deviceId,
  hostname: 'PC',
  os: 'Windows 11',
  type: 'windowsAgent' as const,
  since,
});
const client = (userId: string, clientId: string, isOffline = false): LiveClient => ({
  ...at(userId, clientId),
  isOffline,
  lastUpdated: 1,
});

function setUp() {
  const clock = createFakeClock();
  const filters = new Set<string>();
  const told: Record<string, ActiveUserChange[]> = {};
  const world = { clients: [] as LiveClient[] };
  const users = createWorkerActiveUsers({
    clock,
    link: { subscribe: (filter) => filters.add(filter), unsubscribe: (filter) => filters.delete(filter) },
    session: () => ({ tenant: 'demo', site: 'riverside', tutorId: 't1', mqttUrl: 'ws://broker/mqtt' }),
    everyone: () => world.clients,
    send(tabId, changes) {
      told[tabId] = [...(told[tabId] ?? []), ...changes];
    },
  });
  /** Changes that the tab was told since the last call, by user. */
  const take = (tabId = 'a') => {
    const changes = told[tabId] ?? [];
    delete told[tabId];
    return Object.fromEntries(changes.map(({ userId, clients }) => [userId, clients]));
  };
  return { clock, users, filters, world, take };
}

test('nothing is subscribed while nobody watches, and until 5 s after the last one left', async () => {
  const { users, filters, clock } = setUp();
  expect(filters.size).toBe(0);
  users.watch('a');
  users.watch('b');
  expect([...filters]).toEqual(['demo/riverside/presence/#']);
  users.unwatch('a');
  users.unwatch('b');
  await clock.advance(4_999);
  expect(filters.size).toBe(1);
  await clock.advance(1);
  expect(filters.size).toBe(0);
  expect(clock.pending()).toBe(0);
});

test('a tab is first told everybody, then only who changed', async () => {
  const { users, clock, take } = setUp();
  users.watch('a');
  users.presence(at('u1', 'c1'), present('d1'));
  users.presence(at('u2', 'c2'), present('d2'));
  await clock.advance(1_000);
  expect(take('a')).toEqual({
    u1: [{ clientId: 'c1', deviceId: 'd1', ...WINDOWS }],
    u2: [{ clientId: 'c2', deviceId: 'd2', ...WINDOWS }],
  });
  users.watch('b');
  expect(Object.keys(take('b'))).toEqual(['u1', 'u2']);
  users.presence(at('u1', 'c1'), undefined);
  await clock.advance(1_000);
  expect(take('a')).toEqual({ u1: [] });
  expect(take('b')).toEqual({ u1: [] });
});

test('a presence that says the same again is no change', async () => {
  const { users, clock, take } = setUp();
  users.watch('a');
  users.presence(at('u1', 'c1'), present('d1'));
  await clock.advance(1_000);
  take();
  users.presence(at('u1', 'c1'), present('d1', 2));
  await clock.advance(1_000);
  expect(take()).toEqual({});
});

test('a user at two devices is active at both', async () => {
  const { users, clock, take } = setUp();
  users.watch('a');
  users.presence(at('u1', 'c2'), present('d2'));
  users.presence(at('u1', 'c1'), present('d1'));
  await clock.advance(1_000);
  expect(take()).toEqual({
    u1: [
      { clientId: 'c1', deviceId: 'd1', ...WINDOWS },
      { clientId: 'c2', deviceId: 'd2', ...WINDOWS },
    ],
  });
});

test('devices of watched groups count as well, while they are not offline', async () => {
  const { users, world, clock, take } = setUp();
  world.clients = [client('u1', 'c1'), client('u2', 'c2', true)];
  users.watch('a');
  expect(take()).toEqual({ u1: [{ clientId: 'c1', ...UNKNOWN }] });
  world.clients = [client('u2', 'c2')];
  users.touch();
  await clock.advance(1_000);
  expect(take()).toEqual({ u1: [], u2: [{ clientId: 'c2', ...UNKNOWN }] });
});

test('one client in two groups and with a presence is there once, with the device that any of them names', async () => {
  const { users, world, clock, take } = setUp();
  world.clients = [client('u1', 'c1'), client('u1', 'c1')];
  users.watch('a');
  take();
  users.presence(at('u1', 'c1'), present('d1'));
  await clock.advance(1_000);
  expect(take()).toEqual({ u1: [{ clientId: 'c1', deviceId: 'd1', ...WINDOWS }] });
});

test('a last will ends the presence of its own connection only', async () => {
  const { users, clock, take } = setUp();
  users.watch('a');
  users.presence(at('u1', 'c1'), present('d1', 7));
  await clock.advance(1_000);
  take();
  users.left(at('u1', 'c1'), 6);
  await clock.advance(1_000);
  expect(take()).toEqual({});
  users.left(at('u1', 'c1'), 7);
  await clock.advance(1_000);
  expect(take()).toEqual({ u1: [] });
});

test('who is not announced again after a lost session is not active any more', async () => {
  const { users, clock, take } = setUp();
  users.watch('a');
  users.presence(at('u1', 'c1'), present('d1'));
  users.presence(at('u2', 'c2'), present('d2'));
  await clock.advance(1_000);
  take();
  users.reconnected(true);
  await clock.advance(10_000);
  expect(take()).toEqual({});
  users.reconnected(false);
  users.presence(at('u2', 'c2'), present('d2'));
  await clock.advance(4_000);
  expect(take()).toEqual({});
  await clock.advance(2_000);
  expect(take()).toEqual({ u1: [] });
});

test('a tab that watches twice is told everybody each time, and leaves once', async () => {
  const { users, clock, filters, take } = setUp();
  users.presence(at('u0', 'c0'), present('d0'));
  users.watch('a');
  users.presence(at('u1', 'c1'), present('d1'));
  await clock.advance(1_000);
  take();
  users.watch('a');
  expect(take()).toEqual({ u1: [{ clientId: 'c1', deviceId: 'd1', ...WINDOWS }] });
  users.unwatch('a');
  users.unwatch('a');
  await clock.advance(5_000);
  expect(filters.size).toBe(0);
});

test('who comes back within the grace finds what happened meanwhile', async () => {
  const { users, clock, take } = setUp();
  users.watch('a');
  users.unwatch('a');
  users.presence(at('u1', 'c1'), present('d1'));
  await clock.advance(2_000);
  expect(take()).toEqual({});
  users.watch('a');
  expect(take()).toEqual({ u1: [{ clientId: 'c1', deviceId: 'd1', ...WINDOWS }] });
});

test('the end of the session leaves nothing', async () => {
  const { users, clock, filters, take } = setUp();
  users.watch('a');
  users.presence(at('u1', 'c1'), present('d1'));
  users.reconnected(false);
  users.clear();
  expect(clock.pending()).toBe(0);
  expect(filters.size).toBe(0);
  users.watch('a');
  expect(take()).toEqual({});
});
