import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { RouteError } from '#shell/layout/route-error.tsx';
import { RoutePending } from '#shell/layout/route-pending.tsx';
import { adminRoutes } from './admin-routes.ts';
import { consoleRoutes } from './console-routes.ts';
import { rootRoute } from './root-route.ts';
import type { RouterContext } from './router-context.ts';

const routeTree = rootRoute.addChildren([consoleRoutes, adminRoutes]);

/** `history`: replaces the browser's history in tests. */
export function createConsoleRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history === undefined ? {} : { history }),
    defaultErrorComponent: RouteError,
    defaultPendingComponent: RoutePending,
    // The shell shows at once; the spinner has a delay of its own.
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    // Loaders only fill TanStack Query, which decides what is stale.
    defaultStaleTime: 0,
    defaultPreload: false,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
