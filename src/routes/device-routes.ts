/** The screens of a single device, distinguished by path: in a group, of a user, among all devices. */
import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '#shell/lazy/lazy-part.tsx';
import { consoleRoute, groupsOf } from './console-route.ts';
import { deviceSearchSchema } from './device-search.ts';
import type { RouterContext } from './router-context.ts';

const common = {
  getParentRoute: () => consoleRoute,
  validateSearch: deviceSearchSchema,
  loader: async ({ context }: { context: RouterContext }) => {
    await groupsOf(context);
  },
  component: lazyScreen(async () => (await import('../screens/device/device-screen.tsx')).DeviceScreen),
};

const userInGroup = createRoute({
  ...common,
  path: 'group/$groupId/user/$userId/device/$deviceId/{-$deviceManagementId}',
  staticData: { device: { authType: 'user', section: 'group' } },
});

const sessionInGroup = createRoute({
  ...common,
  path: 'group/$groupId/session/$userId/device/$deviceId/{-$deviceManagementId}',
  staticData: { device: { authType: 'session', section: 'group' } },
});

/** The routes of devices that the directory does not have. */
const unmanagedUserInGroup = createRoute({
  ...common,
  path: 'group/$groupId/user/$userId/client/$deviceId',
  staticData: { device: { authType: 'user', section: 'group' } },
});

const unmanagedSessionInGroup = createRoute({
  ...common,
  path: 'group/$groupId/session/$userId/client/$deviceId',
  staticData: { device: { authType: 'session', section: 'group' } },
});

const ofUser = createRoute({
  ...common,
  path: 'users/$userId/device/$deviceId/{-$deviceManagementId}',
  staticData: { device: { authType: 'user', section: 'users' } },
});

const userClient = createRoute({
  ...common,
  path: 'clients/u/$userId/device/$deviceId/{-$deviceManagementId}',
  staticData: { device: { authType: 'user', section: 'clients' } },
});

const sessionClient = createRoute({
  ...common,
  path: 'clients/s/$userId/device/$deviceId/{-$deviceManagementId}',
  staticData: { device: { authType: 'session', section: 'clients' } },
});

export const deviceRoutes = [
  userInGroup,
  sessionInGroup,
  unmanagedUserInGroup,
  unmanagedSessionInGroup,
  ofUser,
  userClient,
  sessionClient,
] as const;
