import { expect, test } from 'vitest';
import { createDeviceStore } from '#live/device-store.ts';
import type { ClientChange } from '#protocol/threads/live-worker.ts';
import { createSingleTarget } from './single-target.ts';

const away = {
  clientId: 'c1',
  deviceId: 'd1',
  userId: 'u1',
  name: 'Ada',
  type: 'windowsAgent' as const,
  isShutOut: false,
};
const client = {
  clientId: 'c1',
  userId: 'u1',
  authType: 'user',
  isOffline: false,
  lastUpdated: 0,
  info: {
    displays: [],
    type: 'windowsAgent',
    deviceId: 'd1',
    device: { hostname: 'PC-1' },
    user: { id: 'u1', name: 'Ada' },
  },
} as unknown as ClientChange;

test('a device that is off has no recipient, but can be woken', () => {
  const targets = createSingleTarget(createDeviceStore(), 'c1', away);
  expect(targets.get()).toMatchObject([
    {
      recipient: undefined,
      deviceId: 'd1',
      userId: 'u1',
      condition: { system: 'computer', isOnline: false },
    },
  ]);
  expect(targets.get()).toBe(targets.get());
});

test('once it is connected it is the device itself, and nobody else', () => {
  const devices = createDeviceStore();
  const targets = createSingleTarget(devices, 'c1', away);
  devices.apply({ removed: [], changes: [client, { ...client, clientId: 'c2' }] });
  expect(targets.get()).toMatchObject([
    { key: 'c1', recipient: { clientId: 'c1' }, condition: { isOnline: true } },
  ]);
  devices.apply({ removed: ['c1'], changes: [] });
  expect(targets.get()).toMatchObject([{ recipient: undefined }]);
});

test('nobody knows it: there is nobody to act on', () => {
  expect(createSingleTarget(createDeviceStore(), 'c1', undefined).get()).toEqual([]);
});
