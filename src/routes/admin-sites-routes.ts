/** The routes of the sites page: a frame with a path for each tab, and the deployment of a site. */
import type { QueryClient } from '@tanstack/react-query';
import { createRoute, redirect } from '@tanstack/react-router';
import { lazyScreen } from '#shell/lazy/lazy-part.tsx';
import { adminRoute } from './admin-route.ts';
import { installerSearchSchema, pageSearchSchema, sitesSearchSchema } from './page-search.ts';
import { guard } from './router-context.ts';

const SitesScreen = lazyScreen(
  async () => (await import('../screens/admin/sites/sites-screen.tsx')).SitesScreen,
);
const TagsScreen = lazyScreen(
  async () => (await import('../screens/admin/sites/tags/tags-screen.tsx')).TagsScreen,
);

const SiteRunnersScreen = lazyScreen(
  async () => (await import('../screens/admin/site-runners/site-runners-screen.tsx')).SiteRunnersScreen,
);

const DuplicateDevicesScreen = lazyScreen(
  async () =>
    (await import('../screens/admin/duplicate-devices/duplicate-devices-screen.tsx')).DuplicateDevicesScreen,
);

const superAdminsOnly = guard({ realm: 'admin', anyOf: ['superAdmin'] });

async function readSites({ queryClient }: { queryClient: QueryClient }): Promise<void> {
  const { sitesQuery, tagsQuery } = await import('#rest/sites.ts');
  await Promise.all([queryClient.ensureQueryData(sitesQuery()), queryClient.ensureQueryData(tagsQuery())]);
}

/** The frame stays mounted while its tabs change. */
const sitesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'sites',
  component: lazyScreen(
    async () => (await import('../screens/admin/sites/sites-frame-screen.tsx')).SitesFrameScreen,
  ),
});

const sitesHomeRoute = createRoute({
  getParentRoute: () => sitesRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/sites/sites-tags', replace: true });
  },
});

const sitesTagsRoute = createRoute({
  getParentRoute: () => sitesRoute,
  path: 'sites-tags',
  validateSearch: sitesSearchSchema,
  loader: async ({ context }) => {
    void SitesScreen.preload();
    await readSites(context);
  },
  component: SitesScreen,
});

const tagsManagementRoute = createRoute({
  getParentRoute: () => sitesRoute,
  path: 'tags-management',
  beforeLoad: superAdminsOnly,
  validateSearch: pageSearchSchema,
  loader: async ({ context }) => {
    void TagsScreen.preload();
    await readSites(context);
  },
  component: TagsScreen,
});

const siteRunnersRoute = createRoute({
  getParentRoute: () => sitesRoute,
  path: 'site-runners',
  beforeLoad: superAdminsOnly,
  validateSearch: pageSearchSchema,
  loader: () => void SiteRunnersScreen.preload(),
  component: SiteRunnersScreen,
});

const duplicateDevicesRoute = createRoute({
  getParentRoute: () => sitesRoute,
  path: 'duplicate-devices',
  beforeLoad: superAdminsOnly,
  loader: () => void DuplicateDevicesScreen.preload(),
  component: DuplicateDevicesScreen,
});

/** Not a tab, because it is about a single site. */
const sitesInstallerRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'sites/sites-installer',
  validateSearch: installerSearchSchema,
  loader: async ({ context }) => {
    const { deploymentQuery } = await import('#rest/admin/sites.ts');
    await Promise.all([readSites(context), context.queryClient.ensureQueryData(deploymentQuery())]);
  },
  component: lazyScreen(
    async () => (await import('../screens/admin/sites/deployment/installer-screen.tsx')).InstallerScreen,
  ),
});

export const sitesRoutes = [
  sitesRoute.addChildren([
    sitesHomeRoute,
    sitesTagsRoute,
    tagsManagementRoute,
    siteRunnersRoute,
    duplicateDevicesRoute,
  ]),
  sitesInstallerRoute,
] as const;
