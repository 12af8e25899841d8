/**
 * The routes of the admin realm: the list of sites, and feedback. Tutors, tags-management, sites-installer,
 * site-runners, integrations and sync-jobs come with their screens; until then they are unknown paths.
 */
import { createRoute, redirect } from '@tanstack/react-router';
import { sitesQuery, tagsQuery } from '../rest/sites.ts';
import { AdminLayout } from '../shell/layout/admin-layout.tsx';
import { lazyScreen } from '../shell/lazy/lazy-part.tsx';
import { pageSearchSchema } from './page-search.ts';
import { rootRoute } from './root-route.ts';
import { guard } from './router-context.ts';

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'admin',
  beforeLoad: guard({ realm: 'admin' }),
  component: AdminLayout,
});

const toSites = () => {
  throw redirect({ to: '/admin/sites/sites-tags', replace: true });
};

const adminHomeRoute = createRoute({ getParentRoute: () => adminRoute, path: '/', beforeLoad: toSites });
const sitesRoute = createRoute({ getParentRoute: () => adminRoute, path: 'sites', beforeLoad: toSites });

const sitesTagsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'sites/sites-tags',
  validateSearch: pageSearchSchema,
  loader: async ({ context }) => {
    await Promise.all([
      context.queryClient.ensureQueryData(sitesQuery()),
      context.queryClient.ensureQueryData(tagsQuery()),
    ]);
  },
  component: lazyScreen(async () => (await import('../screens/admin/sites/sites-screen.tsx')).SitesScreen),
});

const feedbackRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'feedback',
  component: lazyScreen(async () => (await import('../screens/feedback/feedback-screen.tsx')).FeedbackScreen),
});

/** Anything else under admin goes to admin. */
const unknownRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/admin', replace: true });
  },
});

export const adminRoutes = adminRoute.addChildren([
  adminHomeRoute,
  sitesRoute,
  sitesTagsRoute,
  feedbackRoute,
  unknownRoute,
]);
