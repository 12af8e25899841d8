import { createRoute } from '@tanstack/react-router';
import { loadVisibleGroups } from '#shell/groups/visible-groups.ts';
import { ConsolePage } from './console-page.tsx';
import { rootRoute } from './root-route.ts';
import { guard, type RouterContext } from './router-context.ts';

/** The parent of every screen of the console realm. */
export const consoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'console',
  beforeLoad: guard({ realm: 'console' }),
  component: ConsolePage,
});

/** The groups visible to this session, fetched if they are not cached. */
export const groupsOf = (context: RouterContext) =>
  loadVisibleGroups(context.queryClient, context.session()?.roles.groupMaintainer ?? false);
