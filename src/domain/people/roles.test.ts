import { expect, test } from 'vitest';
import { lackedRoles, NO_ROLES, roleFlags } from './roles.ts';

test('all flags start false', () => {
  expect(Object.values(NO_ROLES)).toEqual([false, false, false, false, false, false, false]);
});

test('flags are set from the names of the login, unknown names do nothing', () => {
  const flags = roleFlags(['policyUser', 'Debug Admin', 'eventViewer']);
  expect(flags).toEqual({ ...NO_ROLES, policyUser: true, eventViewer: true });
});

test('what one lacks is the inverse of what one has', () => {
  const flags = roleFlags(['groupMaintainer']);
  expect(lackedRoles(flags)).toMatchObject({ groupMaintainer: false, superAdmin: true, consoleUser: true });
});
