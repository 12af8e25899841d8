import { expect, test } from 'vitest';
import type { SiteUser } from '#protocol/rest/user.ts';
import { createUserRows, searchUsers, userText } from './user-rows.ts';

const user = (id: string, more: Partial<SiteUser> = {}): SiteUser => ({
  id,
  name: `Name ${id}`,
  email: `${id}@school.example`,
  properties: {},
  devices: [],
  ...more,
});
const nowhere = { byUser: new Map(), byDevice: new Map() };
const quiet = { of: () => 0 };
const device = { clientId: 'c1', deviceId: 'd1', type: 'windowsAgent' as const, hostname: 'PC' };

test('a row leads to the first device, and without one says that it is unknown', () => {
  const rows = createUserRows()([user('u1', { devices: [device] }), user('u2')], {
    present: nowhere,
    unseen: quiet,
  });
  expect(rows.map(({ path }) => path)).toEqual([
    '/users/u1/device/c1/d1',
    '/users/u2/device/unknown/unknown',
  ]);
});

test('the device at which the person is comes before those of before', () => {
  const here = {
    clientId: 'c2',
    deviceId: 'd2',
    type: 'extension' as const,
    authType: 'user' as const,
    userId: 'u1',
  };
  const present = { ...nowhere, byUser: new Map([['u1', [here]]]) };
  const [row] = createUserRows()([user('u1', { devices: [device] })], { present, unseen: quiet });
  expect(row?.path).toBe('/users/u1/device/c2/d2');
  expect(row && userText(row, 'status')).toBe('0');
});

test('is found by name and by address, whatever the case', () => {
  const rows = createUserRows()([user('u1', { name: 'Ada Lovelace' }), user('u2')], {
    present: nowhere,
    unseen: { of: (id) => (id === 'u2' ? 12 : 0) },
  });
  expect(searchUsers(rows, ' LOVE').map(({ id }) => id)).toEqual(['u1']);
  expect(searchUsers(rows, 'U2@school').map(({ id }) => id)).toEqual(['u2']);
  expect(searchUsers(rows, '  ')).toEqual(rows);
  // Who has no alerts comes last.
  expect(rows.map((row) => userText(row, 'notifications'))).toEqual(['', '12']);
});
