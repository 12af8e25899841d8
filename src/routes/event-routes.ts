/** The routes of the events: one screen, whose tabs are paths, each with its own role. */
import { createRoute, redirect } from '@tanstack/react-router';
import { lazyScreen } from '#shell/lazy/lazy-part.tsx';
import { consoleRoute } from './console-route.ts';
import { eventsSearchSchema } from './page-search.ts';
import { guard } from './router-context.ts';

const EventsScreen = lazyScreen(
  async () => (await import('../screens/events/events-screen.tsx')).EventsScreen,
);

/** The screen stays mounted while its tabs change; it shows the tab of the path. */
const eventsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'events',
  beforeLoad: guard({ realm: 'console', anyOf: ['eventViewer', 'siteLogViewer'] }),
  component: EventsScreen,
});

/** Redirects to the first tab that the person may see. */
const homeRoute = createRoute({
  getParentRoute: () => eventsRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    const tab = context.session()?.roles.eventViewer ? 'students' : 'tutors-events';
    throw redirect({ to: `/events/${tab}`, replace: true });
  },
});

const studentsRoute = createRoute({
  getParentRoute: () => eventsRoute,
  path: 'students',
  validateSearch: eventsSearchSchema,
  beforeLoad: guard({ realm: 'console', anyOf: ['eventViewer'] }),
});

const logViewersOnly = guard({ realm: 'console', anyOf: ['siteLogViewer'] });

const tutorsRoute = createRoute({
  getParentRoute: () => eventsRoute,
  path: 'tutors-events',
  validateSearch: eventsSearchSchema,
  beforeLoad: logViewersOnly,
});

const resourcesRoute = createRoute({
  getParentRoute: () => eventsRoute,
  path: 'resource-events',
  validateSearch: eventsSearchSchema,
  beforeLoad: logViewersOnly,
});

export const eventRoutes = eventsRoute.addChildren([homeRoute, studentsRoute, tutorsRoute, resourcesRoute]);
