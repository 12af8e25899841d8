// @vitest-environment happy-dom
/** The routes of the console, path by path: what there is resolves, anything else is an unknown path. */
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { createConsoleRouter } from '../../src/routes/console-router.tsx';

const THERE = [
  '/',
  '/group/g1',
  '/group/g1/debug',
  '/group/g1/grid',
  '/group/g1/user/u1/device/d1',
  '/group/g1/user/u1/device/d1/m1',
  '/group/g1/session/u1/device/d1',
  '/group/g1/session/u1/device/d1/m1',
  '/group/g1/user/u1/client/d1',
  '/group/g1/session/u1/client/d1',
  '/wall',
  '/users',
  '/users/u1/device/d1',
  '/users/u1/device/d1/m1',
  '/clients',
  '/clients/u/u1/device/d1',
  '/clients/u/u1/device/d1/m1',
  '/clients/s/u1/device/d1',
  '/clients/s/u1/device/d1/m1',
  '/events',
  '/events/students',
  '/events/tutors-events',
  '/events/resource-events',
  '/policies',
  '/policies/catalogue',
  '/policies/applied-to-groups',
  '/policies/applied-to-users',
  '/settings',
  '/settings/groups',
  '/rooms',
  '/rooms/r1',
  '/settings/site-settings',
  '/feedback',
  '/admin',
  '/admin/overview',
  '/admin/sites',
  '/admin/sites/sites-tags',
  '/admin/sync-jobs',
  '/admin/sites/site-runners',
  '/admin/sites/duplicate-devices',
  '/admin/integrations',
  '/admin/changes',
  '/admin/sites/tags-management',
  '/admin/sites/sites-installer',
  '/admin/tutors',
  '/admin/tutors/t1',
  '/admin/tutors/t1/roles-site',
  '/admin/tutors/t1/tags-roles',
  '/admin/tutors/t1/admin-roles',
  '/admin/feedback',
];

const router = createConsoleRouter(
  { queryClient: new QueryClient(), session: () => undefined, leave: async () => {} },
  createMemoryHistory(),
);

/** The route's own path, such as `/group/$groupId`; the wildcards end with `$`. */
function routeFor(path: string): string {
  return router.matchRoutes(path, {}).at(-1)?.fullPath ?? '';
}

describe('the route table', () => {
  it.each(THERE)('has %s', (path) => {
    expect(routeFor(path)).not.toMatch(/\/\$$/);
  });

  it('sends other paths to the realm that they begin with', () => {
    expect(routeFor('/no/such/path')).toBe('/$');
    expect(routeFor('/admin/no/such/path')).toBe('/admin/$');
  });
});
