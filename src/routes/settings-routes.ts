/** The routes of the settings: one frame, whose tabs are paths with a screen each. */
import { createRoute, redirect } from '@tanstack/react-router';
import { lazyScreen } from '#shell/lazy/lazy-part.tsx';
import { consoleRoute, groupsOf } from './console-route.ts';
import { groupsSearchSchema } from './page-search.ts';

/** The frame stays mounted while its tabs change. */
const settingsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'settings',
  component: lazyScreen(async () => (await import('../screens/settings/settings-screen.tsx')).SettingsScreen),
});

const homeRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/groups', replace: true });
  },
});

const GroupsScreen = lazyScreen(
  async () => (await import('../screens/groups/groups-screen.tsx')).GroupsScreen,
);
const SiteSettingsScreen = lazyScreen(
  async () => (await import('../screens/site-settings/site-settings-screen.tsx')).SiteSettingsScreen,
);

const groupsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'groups',
  validateSearch: groupsSearchSchema,
  // The tab's code loads in parallel with that of the frame.
  loader: async ({ context }) => {
    void GroupsScreen.preload();
    await groupsOf(context);
  },
  component: GroupsScreen,
});

const siteSettingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'site-settings',
  loader: async ({ context }) => {
    void SiteSettingsScreen.preload();
    const { siteSettingsQuery } = await import('#rest/site-settings.ts');
    void context.queryClient.prefetchQuery(siteSettingsQuery());
  },
  component: SiteSettingsScreen,
});

export const settingsRoutes = settingsRoute.addChildren([homeRoute, groupsRoute, siteSettingsRoute]);
