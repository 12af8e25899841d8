import { expect, it } from 'vitest';
import { createDeviceStore } from '#live/device-store.ts';
import type { GroupMember } from '#protocol/rest/group-member.ts';
import type { ClientChange } from '#protocol/threads/live-worker.ts';
import { createSeen, createTiles, targetKeys } from './tiles.ts';

const record = { userId: 'u1', authType: 'user' as const, lastUpdated: 0 };

const change = (clientId: string, name: string, more: Partial<ClientChange> = {}): ClientChange => ({
  ...record,
  clientId,
  isOffline: false,
  info: {
    ...record,
    clientId,
    type: 'windowsAgent',
    version: '1',
    displays: [],
    device: { hostname: `PC-${clientId}` },
    user: { id: 'u1', name },
    deviceId: `d-${clientId}`,
  },
  ...more,
});

const member = (id: string, hostname: string) =>
  ({ kind: 'device', id, hostname, type: 'windowsAgent' }) as unknown as GroupMember;

function setUp(members: readonly GroupMember[] = []) {
  const devices = createDeviceStore();
  const tiles = createTiles(devices, members, createSeen(devices));
  const shown = () => tiles.get().map(({ name, isOnline }) => (isOnline ? name : `(${name})`));
  return { devices, tiles, shown };
}

it('stand online first, then by name; who has left stays as offline', () => {
  const { devices, shown } = setUp();
  devices.apply({ removed: [], changes: [change('1', 'Zoe'), change('2', 'Ada'), change('3', 'Bea')] });
  expect(shown()).toEqual(['Ada', 'Bea', 'Zoe']);
  devices.apply({ removed: [], changes: [{ clientId: '2', isOffline: true }] });
  expect(shown()).toEqual(['Bea', 'Zoe', '(Ada)']);
  devices.apply({ removed: ['2', '3'], changes: [] });
  expect(shown()).toEqual(['Zoe', '(Ada)', '(Bea)']);
  // It is back, and has not said yet who it is.
  devices.apply({ removed: [], changes: [{ ...record, clientId: '2', isOffline: false }] });
  expect(shown()).toEqual(['Ada', 'Zoe', '(Bea)']);
});

it('are the same list as long as no name and no state changes', () => {
  const { devices, tiles } = setUp();
  devices.apply({ removed: [], changes: [change('1', 'Zoe')] });
  const before = tiles.get();
  devices.apply({ removed: [], changes: [{ clientId: '1', quality: 20 }] });
  expect(tiles.get()).toBe(before);
});

it('are the same list while a device that has come back has not sent its details yet', () => {
  const { devices, tiles } = setUp();
  devices.apply({ removed: [], changes: [change('1', 'Zoe')] });
  tiles.get();
  devices.apply({ removed: ['1'], changes: [] });
  tiles.get();
  devices.apply({ removed: [], changes: [{ ...record, clientId: '1', isOffline: false }] });
  const before = tiles.get();
  expect(tiles.get()).toBe(before);
});

it('are up to date in each list of the same wall, also where another one was read first', () => {
  const devices = createDeviceStore();
  const seen = createSeen(devices);
  const [first, second] = [createTiles(devices, [], seen), createTiles(devices, [], seen)];
  first.get();
  second.get();
  devices.apply({ removed: [], changes: [change('1', 'Zoe')] });
  expect([first, second].map((tiles) => tiles.get().length)).toEqual([1, 1]);
});

it('of members who are not here know when they enrolled', () => {
  const enrolled = (lastSeen: unknown) => ({ ...member('d-1', 'PC-1'), lastSeen }) as unknown as GroupMember;
  const seenAt = (lastSeen: unknown) => setUp([enrolled(lastSeen)]).tiles.get()[0]?.seenAt;
  expect(seenAt('2026-11-23T08:00:00Z')).toBe(Date.UTC(2026, 10, 23, 8));
  expect(seenAt(null)).toBeNull();
  expect(seenAt('yesterday')).toBeUndefined();
});

it('are also those of members who never came, until they come', () => {
  const { devices, shown, tiles } = setUp([member('d-1', 'PC-1'), member('d-2', 'PC-2')]);
  expect(shown()).toEqual(['(PC-1)', '(PC-2)']);
  expect(tiles.get().every(({ isAbsent }) => isAbsent)).toBe(true);
  devices.apply({ removed: [], changes: [change('1', 'Zoe')] });
  expect(shown()).toEqual(['Zoe', '(PC-2)']);
  devices.apply({ removed: ['1'], changes: [] });
  expect(shown()).toEqual(['(PC-2)', '(Zoe)']);
});

it('of members are known to actions as the member once the device has left, and as the device before', () => {
  const { devices, tiles } = setUp([member('d-9', 'PC-9')]);
  devices.apply({ removed: [], changes: [change('1', 'Zoe'), change('2', 'Ada'), change('3', 'Bea')] });
  tiles.get();
  devices.apply({ removed: ['1'], changes: [{ clientId: '2', isOffline: true }] });
  const keys = tiles.get().map(({ key }) => key);
  expect(targetKeys(keys, tiles.get(), devices).sort()).toEqual(['2', '3', 'absent d-1', 'absent d-9']);
});
