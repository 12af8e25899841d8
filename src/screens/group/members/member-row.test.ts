import { expect, test } from 'vitest';
import { createDeviceStore } from '#live/device-store.ts';
import type { Info } from '#protocol/feedback.ts';
import type { GroupMember } from '#protocol/rest/group-member.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { memberRows } from './member-row.ts';
import { createOnlineMembers } from './online-members.ts';

const user = (id: string, name: string): GroupMember => ({ kind: 'user', id, name, properties: {} });
const device = (id: string, hostname: string, alias?: string): GroupMember => ({
  kind: 'device',
  id,
  hostname,
  type: 'windowsAgent',
  version: '4.2',
  ...(alias === undefined ? {} : { alias }),
});

function client(clientId: string, more: Partial<LiveClient> & { deviceId?: string; hostname?: string } = {}) {
  const { deviceId, hostname = clientId, ...rest } = more;
  const identity = { clientId, userId: 'u', authType: 'user' as const, lastUpdated: 0 };
  const info: Info = {
    ...identity,
    type: 'extension',
    version: '1',
    displays: [],
    device: { hostname },
    user: { id: 'u', name: 'Ada' },
    ...(deviceId === undefined ? {} : { deviceId }),
  };
  return { ...identity, isOffline: false, info, ...rest };
}

function online(...clients: ReturnType<typeof client>[]) {
  const devices = createDeviceStore();
  devices.apply({ removed: [], changes: clients });
  return { devices, store: createOnlineMembers(devices) };
}

test('a device is online by its id of the directory, and says who is at it', () => {
  const { store } = online(client('c1', { deviceId: 'd1', hostname: 'PC-1' }));
  const rows = memberRows([device('d1', 'PC-1', 'Front desk'), device('d2', 'PC-2')], store.get());
  expect(
    rows.map(({ name, deviceName, userName, clients }) => [name, deviceName, userName, clients.length]),
  ).toEqual([
    ['Front desk', 'PC-1', 'Ada', 1],
    ['PC-2', 'PC-2', undefined, 0],
  ]);
});

test('an invisible alias does not hide the name of the device', () => {
  const rows = memberRows([device('d1', 'PC-1', '\u200b')], online().store.get());
  expect(rows.map(({ name }) => name)).toEqual(['PC-1']);
});

test('a person is online at every device of theirs', () => {
  const { store } = online(client('c1', { hostname: 'PC-1' }), client('c2', { hostname: 'CB-2' }));
  const [row] = memberRows([user('u', 'Ada')], store.get());
  expect(row).toMatchObject({ deviceName: 'PC-1, CB-2', type: 'extension' });
  expect(row?.clients).toHaveLength(2);
});

test('a session’s id is nobody’s, and a silent device is not online', () => {
  const { store } = online(
    client('c1', { authType: 'session' }),
    client('c2', { isOffline: true, deviceId: 'd2' }),
  );
  expect(memberRows([user('u', 'Ada'), device('d2', 'PC')], store.get()).map((r) => r.clients)).toEqual([
    [],
    [],
  ]);
});

test('the same answer as long as nobody came, went or changed', () => {
  const { devices, store } = online(client('c1'));
  const before = store.get();
  devices.apply({ removed: [], changes: [{ clientId: 'c1', lastUpdated: 9 } as never] });
  expect(store.get()).toBe(before);
  devices.apply({ removed: ['c1'], changes: [] });
  expect(store.get()).not.toBe(before);
});

test('the list is in order of names, the nameless last', () => {
  const { store } = online();
  const rows = memberRows([user('1', ' '), user('2', 'zoe'), user('3', 'Adam')], store.get());
  expect(rows.map(({ id }) => id)).toEqual(['3', '2', '1']);
});
