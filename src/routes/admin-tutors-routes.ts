/** The routes of the list of tutors, and of one tutor, whose tabs are paths with a screen each. */
import { createRoute, redirect } from '@tanstack/react-router';
import { lazyScreen } from '#shell/lazy/lazy-part.tsx';
import { adminRoute } from './admin-route.ts';
import { pageSearchSchema } from './page-search.ts';

const tutorsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'tutors',
  validateSearch: pageSearchSchema,
  component: lazyScreen(async () => (await import('../screens/admin/tutors/tutors-screen.tsx')).TutorsScreen),
});

/** The frame stays mounted while its tabs change. */
const tutorRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'tutors/$tutorId',
  component: lazyScreen(async () => (await import('../screens/admin/tutor/tutor-screen.tsx')).TutorScreen),
});

const tutorHomeRoute = createRoute({
  getParentRoute: () => tutorRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/admin/tutors/$tutorId/roles-site', params, replace: true });
  },
});

const roleScreens = () => import('../screens/admin/tutor/role-screens.ts');

const siteRolesRoute = createRoute({
  getParentRoute: () => tutorRoute,
  path: 'roles-site',
  validateSearch: pageSearchSchema,
  component: lazyScreen(async () => (await roleScreens()).roleScreens.SiteRolesScreen),
});

const tagRolesRoute = createRoute({
  getParentRoute: () => tutorRoute,
  path: 'tags-roles',
  validateSearch: pageSearchSchema,
  component: lazyScreen(async () => (await roleScreens()).roleScreens.TagRolesScreen),
});

const adminRolesRoute = createRoute({
  getParentRoute: () => tutorRoute,
  path: 'admin-roles',
  validateSearch: pageSearchSchema,
  component: lazyScreen(async () => (await roleScreens()).roleScreens.AdminRolesScreen),
});

export const tutorsRoutes = [
  tutorsRoute,
  tutorRoute.addChildren([tutorHomeRoute, siteRolesRoute, tagRolesRoute, adminRolesRoute]),
] as const;
