/** The frame of the admin realm: its screens are child routes. */
import { createRoute } from '@tanstack/react-router';
import { AdminLayout } from '#shell/layout/admin-layout.tsx';
import { rootRoute } from './root-route.ts';
import { guard } from './router-context.ts';

export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'admin',
  beforeLoad: guard({ realm: 'admin' }),
  component: AdminLayout,
});
