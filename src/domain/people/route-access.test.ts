import { describe, expect, test } from 'vitest';
import { ROLE_NAMES, type RoleName, roleFlags } from './roles.ts';
import { redirectFor } from './route-access.ts';

const tutor = (...roles: RoleName[]) => ({ realm: 'console' as const, roles: roleFlags(roles) });
const administrator = (...roles: RoleName[]) => ({ realm: 'admin' as const, roles: roleFlags(roles) });

describe.each(ROLE_NAMES)('a route that asks for %s', (role) => {
  const others = ROLE_NAMES.filter((name) => name !== role);

  test('opens for its role', () => {
    expect(redirectFor({ realm: 'console', anyOf: [role] }, tutor(role))).toBeUndefined();
    expect(redirectFor({ realm: 'admin', anyOf: [role] }, administrator(role))).toBeUndefined();
  });

  test('sends everybody else to the default of their realm', () => {
    expect(redirectFor({ realm: 'console', anyOf: [role] }, tutor(...others))).toBe('/');
    expect(redirectFor({ realm: 'admin', anyOf: [role] }, administrator(...others))).toBe(
      '/admin/sites/sites-tags',
    );
  });
});

test('one of several roles is enough', () => {
  const events = { realm: 'console', anyOf: ['eventViewer', 'siteLogViewer'] } as const;
  expect(redirectFor(events, tutor('siteLogViewer'))).toBeUndefined();
});

test('each realm gets its own routes only', () => {
  expect(redirectFor({ realm: 'admin' }, tutor('superAdmin'))).toBe('/');
  expect(redirectFor({ realm: 'console' }, administrator('superAdmin'))).toBe('/admin/sites/sites-tags');
  expect(redirectFor({ realm: 'admin' }, administrator())).toBeUndefined();
});
