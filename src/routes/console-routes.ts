import type { QueryClient } from '@tanstack/react-query';
import { createRoute, redirect } from '@tanstack/react-router';
import { lazyScreen } from '#shell/lazy/lazy-part.tsx';
import { consoleRoute, groupsOf } from './console-route.ts';
import { deviceRoutes } from './device-routes.ts';
import { eventRoutes } from './event-routes.ts';
import {
  debugSearchSchema,
  devicesSearchSchema,
  groupSearchSchema,
  pageSearchSchema,
  wallSearchSchema,
} from './page-search.ts';
import { policyRoutes } from './policy-routes.ts';
import { guard } from './router-context.ts';
import { settingsRoutes } from './settings-routes.ts';

/** Redirects to the first permitted group, or to the list of groups if there is none. */
const homeRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/',
  loader: async ({ context }) => {
    const [first] = (await groupsOf(context)).groups;
    throw first === undefined
      ? redirect({ to: '/settings/groups', replace: true })
      : redirect({ to: '/group/$groupId', params: { groupId: first.id }, replace: true });
  },
});

/**
 * A shortcut of the installed app, which knows no group: redirects to the wall of the first permitted group,
 * or to the list of groups.
 */
const firstWallRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'wall',
  loader: async ({ context }) => {
    const [first] = (await groupsOf(context)).groups;
    throw first === undefined
      ? redirect({ to: '/settings/groups', replace: true })
      : redirect({ to: '/group/$groupId/grid', params: { groupId: first.id }, replace: true });
  },
});

const GroupScreen = lazyScreen(async () => (await import('../screens/group/group-screen.tsx')).GroupScreen);

/** Most starts end on this screen, so its code loads in parallel with its data. */
export function preloadGroupScreen(path: string): void {
  if (path === '/' || path.startsWith('/group/')) void GroupScreen.preload();
}

/** Loads in parallel with the screen's code. The screen will report a failure, so it is ignored here. */
const readForCards = (client: QueryClient, groupId: string) =>
  import('../screens/group/card-reads.ts').then(
    ({ startCardReads }) => startCardReads(client, groupId),
    () => undefined,
  );

const groupRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'group/$groupId',
  validateSearch: groupSearchSchema,
  loader: async ({ context, params }) => {
    void GroupScreen.preload();
    const { groups } = await groupsOf(context);
    if (groups.some(({ id }) => id === params.groupId))
      void readForCards(context.queryClient, params.groupId);
  },
  component: GroupScreen,
});

const debugRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'group/$groupId/debug',
  validateSearch: debugSearchSchema,
  loader: async ({ context }) => {
    await groupsOf(context);
  },
  component: lazyScreen(async () => (await import('../screens/debug/debug-screen.tsx')).DebugScreen),
});

const wallRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'group/$groupId/grid',
  validateSearch: wallSearchSchema,
  staticData: { hasNoNavigation: true },
  loader: async ({ context }) => {
    await groupsOf(context);
  },
  component: lazyScreen(async () => (await import('../screens/wall/wall-screen.tsx')).WallScreen),
});

const maintainersOnly = guard({ realm: 'console', anyOf: ['groupMaintainer'] });

const UsersScreen = lazyScreen(async () => (await import('../screens/users/users-screen.tsx')).UsersScreen);
const DevicesScreen = lazyScreen(
  async () => (await import('../screens/devices/devices-screen.tsx')).DevicesScreen,
);

/** Group maintainers open the site's lists often, so their code is loaded in advance. */
export function preloadListScreens(): void {
  void UsersScreen.preload();
  void DevicesScreen.preload();
  void import('#rest/users.ts');
  void import('#rest/devices.ts');
}

const usersRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'users',
  validateSearch: pageSearchSchema,
  beforeLoad: maintainersOnly,
  // The rows load in parallel with the screen's code.
  loader: async ({ context }) => {
    void UsersScreen.preload();
    const { siteUsersQuery } = await import('#rest/users.ts');
    void context.queryClient.prefetchQuery(siteUsersQuery());
  },
  component: UsersScreen,
});

const clientsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'clients',
  validateSearch: devicesSearchSchema,
  beforeLoad: maintainersOnly,
  loader: async ({ context }) => {
    void DevicesScreen.preload();
    const { siteDevicesQuery } = await import('#rest/devices.ts');
    void context.queryClient.prefetchQuery(siteDevicesQuery());
    await groupsOf(context);
  },
  component: DevicesScreen,
});

const roomsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'rooms',
  component: lazyScreen(async () => (await import('../screens/rooms/rooms-screen.tsx')).RoomsScreen),
});

/** The screen stays mounted while rooms change; it shows the room of the path. */
const liveRoomRoute = createRoute({ getParentRoute: () => roomsRoute, path: '$roomId' });

const feedbackRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'feedback',
  component: lazyScreen(async () => (await import('../screens/feedback/feedback-screen.tsx')).FeedbackScreen),
});

/** Unknown console paths redirect to the root. */
const unknownRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

export const consoleRoutes = consoleRoute.addChildren([
  homeRoute,
  groupRoute,
  debugRoute,
  firstWallRoute,
  wallRoute,
  ...deviceRoutes,
  usersRoute,
  clientsRoute,
  settingsRoutes,
  policyRoutes,
  eventRoutes,
  roomsRoute.addChildren([liveRoomRoute]),
  feedbackRoute,
  unknownRoute,
]);
