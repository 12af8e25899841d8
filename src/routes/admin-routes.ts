/**
 * The routes of the admin realm: the overview, sites with their tags and runners, tutors, integrations, sync
 * jobs, the administrators' changes, and feedback. Their data code is loaded on demand, because few browsers
 * of a school open the admin realm.
 */
import { createRoute, redirect } from '@tanstack/react-router';
import { lazyScreen } from '#shell/lazy/lazy-part.tsx';
import { adminRoute } from './admin-route.ts';
import { sitesRoutes } from './admin-sites-routes.ts';
import { tutorsRoutes } from './admin-tutors-routes.ts';
import { eventsSearchSchema } from './page-search.ts';
import { guard } from './router-context.ts';

const toSites = () => {
  throw redirect({ to: '/admin/sites/sites-tags', replace: true });
};

const adminHomeRoute = createRoute({ getParentRoute: () => adminRoute, path: '/', beforeLoad: toSites });

const overviewRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'overview',
  loader: async ({ context }) => {
    const { adminOverviewQuery } = await import('#rest/admin/overview.ts');
    await context.queryClient.ensureQueryData(adminOverviewQuery());
  },
  component: lazyScreen(
    async () => (await import('../screens/admin/overview/overview-screen.tsx')).OverviewScreen,
  ),
});

const superAdminsOnly = guard({ realm: 'admin', anyOf: ['superAdmin'] });

const integrationsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'integrations',
  beforeLoad: superAdminsOnly,
  loader: async ({ context }) => {
    const { integrationsQuery } = await import('#rest/integrations.ts');
    await context.queryClient.ensureQueryData(integrationsQuery());
  },
  component: lazyScreen(
    async () => (await import('../screens/admin/integrations/integrations-screen.tsx')).IntegrationsScreen,
  ),
});

const feedbackRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'feedback',
  component: lazyScreen(async () => (await import('../screens/feedback/feedback-screen.tsx')).FeedbackScreen),
});

const syncJobsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'sync-jobs',
  beforeLoad: superAdminsOnly,
  loader: async ({ context }) => {
    const { syncJobsQuery } = await import('#rest/admin/sync-jobs.ts');
    void context.queryClient.prefetchQuery(syncJobsQuery());
  },
  component: lazyScreen(
    async () => (await import('../screens/admin/sync-jobs/sync-jobs-screen.tsx')).SyncJobsScreen,
  ),
});

const changesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'changes',
  validateSearch: eventsSearchSchema,
  beforeLoad: superAdminsOnly,
  component: lazyScreen(
    async () => (await import('../screens/events/admin-changes-screen.tsx')).AdminChangesScreen,
  ),
});

/** Unknown admin paths redirect to the overview. */
const unknownRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/admin', replace: true });
  },
});

export const adminRoutes = adminRoute.addChildren([
  adminHomeRoute,
  overviewRoute,
  ...sitesRoutes,
  ...tutorsRoutes,
  syncJobsRoute,
  integrationsRoute,
  changesRoute,
  feedbackRoute,
  unknownRoute,
]);
