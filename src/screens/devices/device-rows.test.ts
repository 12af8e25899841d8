import { expect, test } from 'vitest';
import type { SiteDevice } from '#protocol/rest/device.ts';
import { createDeviceRows, deviceText, searchDevices } from './device-rows.ts';

const device = (id: string, more: Partial<SiteDevice> = {}): SiteDevice => ({
  id,
  hostname: `PC-${id}`,
  type: 'windowsAgent',
  version: '11',
  client: null,
  groups: [],
  ...more,
});
const NOW = Date.UTC(2026, 10, 2, 8);
const seat = { clientId: 'c1', userId: 'u1', authType: 'user' as const, userName: 'Ada Lovelace' };
const world = {
  present: { byUser: new Map(), byDevice: new Map() },
  unseen: { of: (userId: string, clientId?: string) => (userId === 'u1' && clientId === 'c1' ? 3 : 0) },
  now: NOW,
  groupTitles: new Map([
    ['g1', 'Room 2'],
    ['g2', 'Laptops'],
  ]),
};

test('a row leads to who was there last, by the kind of sign-in', () => {
  const rows = createDeviceRows()(
    [
      device('d1', { client: seat }),
      device('d2', { client: { ...seat, authType: 'session' } }),
      device('d3'),
    ],
    world,
  );
  expect(rows.map(({ path }) => path)).toEqual([
    '/clients/u/u1/device/c1/d1',
    '/clients/s/u1/device/c1/d2',
    '/clients/s/unknown/device/unknown/d3',
  ]);
  expect(rows.map(({ alertCount }) => alertCount)).toEqual([3, 3, 0]);
});

test('a row knows that its device is shut out', () => {
  const [out, free] = createDeviceRows()(
    [device('d1', { shutOutAt: '2026-11-02T07:00:00Z' }), device('d2', { shutOutAt: null })],
    world,
  );
  expect([out?.isShutOut, free?.isShutOut]).toEqual([true, false]);
  expect([out?.status, free?.status]).toEqual(['shut-out', 'offline']);
});

test('an invisible alias does not hide the name of the device', () => {
  const rows = createDeviceRows()([device('d1', { alias: '\u200b\u2060' })], world);
  expect(rows.map(({ name }) => name)).toEqual(['PC-d1']);
});

test('is found by the names of device and person, and not by those of another person', () => {
  const rows = createDeviceRows()([device('d1', { client: seat, alias: 'Window seat' })], world);
  for (const query of ['window', 'pc-D1', 'love']) expect(searchDevices(rows, query)).toHaveLength(1);
  expect(searchDevices(rows, 'ben')).toHaveLength(0);
  const other = { ...seat, userId: 'u2', clientId: 'c2', type: 'windowsAgent' as const };
  const present = { byUser: new Map(), byDevice: new Map([['d1', [other]]]) };
  const [row] = createDeviceRows()([device('d1', { client: seat })], { ...world, present });
  expect(row?.userName).toBe('');
});

test('its groups stand in the order of their names; one that is not known is left out', () => {
  const [row] = createDeviceRows()([device('d1', { groups: ['g1', 'gone', 'g2'] })], world);
  expect(row?.groups.map(({ title }) => title)).toEqual(['Laptops', 'Room 2']);
  expect(row && deviceText(row, 'groups')).toBe('Laptops Room 2');
});

test('who was woken in the last half hour stands between who is online and who is off', () => {
  const woken = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
  const present = {
    byUser: new Map(),
    byDevice: new Map([['here', [{ ...seat, type: 'windowsAgent' as const }]]]),
  };
  const documents = [
    device('here', { wolStatus: woken(5) }),
    device('waking', { wolStatus: woken(29) }),
    device('late', { wolStatus: woken(31) }),
    device('chromebook', { type: 'extension', wolStatus: woken(1) }),
    device('off'),
  ];
  const read = createDeviceRows();
  const statuses = (now: number) =>
    read(documents, { ...world, present, now }).map((row) => [row.id, deviceText(row, 'status')]);
  expect(statuses(NOW)).toEqual([
    ['here', '0'],
    ['waking', '1'],
    ['late', '2'],
    ['chromebook', '2'],
    ['off', '2'],
  ]);
  expect(statuses(NOW + 2 * 60_000)[1]).toEqual(['waking', '2']);
});
