import { expect, test } from 'vitest';
import type { ResourceLog } from '#protocol/rest/event-log.ts';
import { groupPath, resourcePath, studentPath } from './event-links.ts';

const MAINTAINER = { groupIds: new Set(['g']), isMaintainer: true };
const TEACHER = { groupIds: new Set(['g']), isMaintainer: false };
const log = {
  userId: 'u',
  clientId: 'c',
  authType: 'user' as const,
  userGroupIds: ['g', 'h'],
  isPersonKnown: true,
  deviceName: 'PC',
};

test('a student leads to the device, through a group where the tutor sees no others', () => {
  expect(studentPath(log, MAINTAINER)).toBe('/clients/u/u/device/c?tab=Alerts');
  expect(studentPath(log, TEACHER)).toBe('/group/g/user/u/client/c?tab=Alerts');
});

test('without a device that is still there a maintainer gets to the person', () => {
  expect(studentPath({ ...log, deviceName: null }, MAINTAINER)).toBe(
    '/users/u/device/unknown/unknown?tab=Alerts',
  );
  expect(studentPath({ ...log, deviceName: null }, TEACHER)).toBeUndefined();
  expect(studentPath({ ...log, deviceName: null, authType: 'session' }, MAINTAINER)).toBeUndefined();
});

test('nothing leads to who is gone, or out of reach', () => {
  expect(studentPath({ ...log, isPersonKnown: false }, MAINTAINER)).toBeUndefined();
  expect(studentPath({ ...log, userGroupIds: ['h'] }, TEACHER)).toBeUndefined();
});

test('a group is a link for who sees it', () => {
  expect(groupPath('g', TEACHER)).toBe('/group/g');
  expect(groupPath('h', TEACHER)).toBeUndefined();
  expect(groupPath(null, TEACHER)).toBeUndefined();
});

const change = (resourceType: string, more: Partial<ResourceLog> = {}): ResourceLog => ({
  id: 'r',
  loggedTime: '',
  tutorId: 't',
  tutorName: null,
  parameters: {},
  resourceType,
  resourceId: 'g',
  resourceName: 'Name',
  ...more,
});

test('a resource is a link while it has a name', () => {
  expect(resourcePath(change('groups'), TEACHER)).toBe('/group/g');
  expect(resourcePath(change('groups', { resourceName: null }), TEACHER)).toBeUndefined();
  expect(resourcePath(change('users'), MAINTAINER)).toBe('/users/g/device/unknown/unknown');
  expect(resourcePath(change('users'), TEACHER)).toBeUndefined();
  expect(resourcePath(change('policies'), TEACHER)).toBe('/policies/catalogue');
  expect(resourcePath(change('strange'), MAINTAINER)).toBeUndefined();
});
