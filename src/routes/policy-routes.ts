/** The routes of the policies: one screen, whose tabs are paths. */
import { createRoute, redirect } from '@tanstack/react-router';
import { lazyScreen } from '#shell/lazy/lazy-part.tsx';
import { consoleRoute } from './console-route.ts';
import { pageSearchSchema } from './page-search.ts';

/** The screen stays mounted while its tabs change; it shows the tab of the path. */
const policiesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'policies',
  component: lazyScreen(async () => (await import('../screens/policies/policies-screen.tsx')).PoliciesScreen),
});

const homeRoute = createRoute({
  getParentRoute: () => policiesRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/policies/catalogue', replace: true });
  },
});

const catalogueRoute = createRoute({
  getParentRoute: () => policiesRoute,
  path: 'catalogue',
  validateSearch: pageSearchSchema,
});

const appliedToGroupsRoute = createRoute({
  getParentRoute: () => policiesRoute,
  path: 'applied-to-groups',
  validateSearch: pageSearchSchema,
});

const appliedToUsersRoute = createRoute({
  getParentRoute: () => policiesRoute,
  path: 'applied-to-users',
  validateSearch: pageSearchSchema,
});

export const policyRoutes = policiesRoute.addChildren([
  homeRoute,
  catalogueRoute,
  appliedToGroupsRoute,
  appliedToUsersRoute,
]);
