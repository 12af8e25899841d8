import { expect, test } from 'vitest';
import { devicePath } from './device-path.ts';

const place = { authType: 'user', userId: 'u1', clientId: 'c1' } as const;
const session = { ...place, authType: 'session' } as const;
const managed = { deviceManagementId: 'd1' };

test.each([
  [{ ...place, ...managed, groupId: 'g1' }, '/group/g1/user/u1/device/c1/d1'],
  [{ ...session, ...managed, groupId: 'g1' }, '/group/g1/session/u1/device/c1/d1'],
  [{ ...place, groupId: 'g1' }, '/group/g1/user/u1/client/c1'],
  [{ ...session, groupId: 'g1' }, '/group/g1/session/u1/client/c1'],
  [{ ...place, ...managed }, '/clients/u/u1/device/c1/d1'],
  [{ ...session, ...managed }, '/clients/s/u1/device/c1/d1'],
  [place, '/clients/u/u1/device/c1'],
  [{ ...place, groupId: 'g1', search: { tab: 'Alerts' as const } }, '/group/g1/user/u1/client/c1?tab=Alerts'],
  [
    { ...place, groupId: 'g1', search: { displayId: '2', shareScreenPeer: 'p&1' } },
    '/group/g1/user/u1/client/c1?displayId=%222%22&shareScreenPeer=p%261',
  ],
  [{ ...place, userId: 'a/b', clientId: '../x?' }, '/clients/u/a%2Fb/device/..%2Fx%3F'],
])('%j is at %s', (where, path) => {
  expect(devicePath(where)).toBe(path);
});
