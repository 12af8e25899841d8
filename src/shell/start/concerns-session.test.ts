import { expect, test } from 'vitest';
import type { Notification } from '#protocol/notification.ts';
import { concernsSession } from './concerns-session.ts';

const notification = (of: Partial<Notification>): Notification => ({
  resource: 'groups',
  change: 'updated',
  at: 1,
  ...of,
});

test.each<[Partial<Notification>, boolean]>([
  [{ resource: 'rolelinks', id: 'me' }, true],
  [{ resource: 'rolelinks', id: 'colleague' }, false],
  [{ resource: 'rolelinks' }, true],
  [{ resource: 'tutors', id: 'me', change: 'deleted' }, true],
  [{ resource: 'tutors', id: 'me' }, false],
  [{ resource: 'tutors', id: 'colleague', change: 'deleted' }, false],
  [{ resource: 'sites', id: 'here' }, true],
  [{ resource: 'sites', id: 'there', change: 'deleted' }, false],
  [{ resource: 'taglinks', id: 'a', change: 'deleted' }, true],
  [{ resource: 'tags', id: 'a', change: 'deleted' }, true],
  [{ resource: 'tags', id: 'a' }, false],
  [{ resource: 'roles', id: 'a' }, true],
  [{ resource: 'groups', id: 'a' }, false],
])('%o concerns the roles of the session, or the name of its site: %s', (change, concerns) => {
  expect(concernsSession(notification(change), { userId: 'me', siteId: 'here' })).toBe(concerns);
});
