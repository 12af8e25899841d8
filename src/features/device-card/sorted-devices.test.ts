import { expect, test } from 'vitest';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { createSortedDevices } from './sorted-devices.ts';

function client(clientId: string, name: string, hostname: string): LiveClient {
  return {
    clientId,
    userId: `user-${clientId}`,
    authType: 'user',
    isOffline: false,
    lastUpdated: 0,
    info: {
      clientId,
      userId: `user-${clientId}`,
      authType: 'user',
      lastUpdated: 0,
      type: 'extension',
      version: '1',
      displays: [],
      device: { hostname },
      user: { id: `user-${clientId}`, name },
    },
  };
}

function fakeDevices() {
  const clients = new Map<string, LiveClient>();
  const idListeners = new Set<() => void>();
  const listeners = new Map<string, Set<() => void>>();
  const set = (one: LiveClient) => {
    const isNew = !clients.has(one.clientId);
    clients.set(one.clientId, one);
    if (isNew) for (const listener of idListeners) listener();
    else for (const listener of listeners.get(one.clientId) ?? []) listener();
  };
  const remove = (clientId: string) => {
    clients.delete(clientId);
    for (const listener of idListeners) listener();
  };
  const count = () => idListeners.size + [...listeners.values()].reduce((sum, each) => sum + each.size, 0);
  return {
    set,
    remove,
    count,
    ids: () => [...clients.keys()],
    get: (clientId: string) => clients.get(clientId),
    subscribeIds(listener: () => void) {
      idListeners.add(listener);
      return () => void idListeners.delete(listener);
    },
    subscribe(clientId: string, listener: () => void) {
      const own = listeners.get(clientId) ?? new Set();
      listeners.set(clientId, own.add(listener));
      return () => void own.delete(listener);
    },
  };
}

test('sorts by user name or by hostname, numbers by value', () => {
  const devices = fakeDevices();
  devices.set(client('1', 'Zoe', 'PC-2'));
  devices.set(client('2', 'adam', 'PC-10'));
  const byUser = createSortedDevices(devices, 'user');
  const byDevice = createSortedDevices(devices, 'device');
  byUser.subscribe(() => {});
  byDevice.subscribe(() => {});
  expect(byUser.ids()).toEqual(['2', '1']);
  expect(byDevice.ids()).toEqual(['1', '2']);
});

test('a device without a name comes last', () => {
  const devices = fakeDevices();
  devices.set({ ...client('1', '', ''), info: undefined } as unknown as LiveClient);
  devices.set(client('2', 'Zoe', 'PC-2'));
  const sorted = createSortedDevices(devices, 'user');
  sorted.subscribe(() => {});
  expect(sorted.ids()).toEqual(['2', '1']);
});

test('tells its listeners when the order changes, and only then', async () => {
  const devices = fakeDevices();
  devices.set(client('1', 'Berta', 'a'));
  devices.set(client('2', 'Carl', 'b'));
  const sorted = createSortedDevices(devices, 'user');
  let calls = 0;
  sorted.subscribe(() => {
    calls += 1;
  });
  calls = 0;
  devices.set({ ...client('1', 'Berta', 'a'), lastUpdated: 5 });
  await Promise.resolve();
  expect(calls).toBe(0);
  devices.set(client('1', 'Dora', 'a'));
  await Promise.resolve();
  expect([calls, sorted.ids()]).toEqual([1, ['2', '1']]);
  devices.remove('2');
  expect([calls, sorted.ids()]).toEqual([2, ['1']]);
});

test('lets go of the store with its last listener', () => {
  const devices = fakeDevices();
  devices.set(client('1', 'Berta', 'a'));
  const sorted = createSortedDevices(devices, 'user');
  const stop = sorted.subscribe(() => {});
  expect(devices.count()).toBe(2);
  stop();
  expect(devices.count()).toBe(0);
});
