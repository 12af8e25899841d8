import { expect, test } from 'vitest';
import { createDeviceStore } from '#live/device-store.ts';
import { onLowQuality } from './quality-drop.ts';

const client = (clientId: string, lowQuality: boolean) => ({
  clientId,
  userId: 'u',
  authType: 'user' as const,
  isOffline: false,
  lastUpdated: 0,
  lowQuality,
});

test('says once that a device has become one of low quality, also a new one', () => {
  const devices = createDeviceStore();
  let calls = 0;
  devices.apply({ removed: [], changes: [client('a', false)] });
  const stop = onLowQuality(devices, () => {
    calls += 1;
  });
  expect(calls).toBe(0);
  devices.apply({ removed: [], changes: [{ clientId: 'a', lowQuality: true }] });
  devices.apply({ removed: [], changes: [{ clientId: 'a', lastUpdated: 9 }] });
  expect(calls).toBe(1);
  devices.apply({ removed: [], changes: [client('b', true)] });
  expect(calls).toBe(2);
  devices.apply({ removed: [], changes: [{ clientId: 'a', lowQuality: false }] });
  devices.apply({ removed: [], changes: [{ clientId: 'a', lowQuality: true }] });
  expect(calls).toBe(3);
  stop();
  devices.apply({ removed: ['a'], changes: [client('a', true)] });
  expect(calls).toBe(3);
});
