import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TutorActionLog } from '#protocol/rest/event-log.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { consoleSession } from '#session/console-session.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { EventsScreen } from './events-screen.tsx';

let total: number;
/** With which status older pages are refused. */
let olderStatus: number;
let asked: string[];

const rowAt = (number: number): TutorActionLog => ({
  id: `log-${String(number).padStart(6, '0')}`,
  loggedTime: '2026-11-21T10:00:00.000Z',
  tutorId: 't',
  tutorName: `Tutor ${number}`,
  action: 'lock',
  parameters: {},
  targetGroupId: 'g',
  targetGroupName: null,
  targetUserName: null,
  combinedTargetIdentifier: 'group/g',
});

beforeEach(() => {
  total = 0;
  olderStatus = 200;
  asked = [];
  localStorage.setItem('REST_URL', 'http://platform.example');
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address);
    if (url.pathname !== '/v1/actions') return Response.json([]);
    if (url.searchParams.get('limit') === '30') asked.push(url.search);
    const after = url.searchParams.get('_lt_id');
    if (after !== null && olderStatus !== 200)
      return Response.json({ message: 'no', messages: [] }, { status: olderStatus });
    const from = Number(after?.slice(4) ?? total + 1) - 1;
    const count = Math.min(from, Number(url.searchParams.get('limit')));
    return Response.json(Array.from({ length: count }, (_, at) => rowAt(from - at)));
  });
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  session.state = { name: 'unknown' };
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(path: string, roles: string[]) {
  session.state = signedIn({ userId: 't1', roles });
  const root = createRootRoute();
  const events = createRoute({ getParentRoute: () => root, path: 'events', component: EventsScreen });
  const tabs = ['students', 'tutors-events', 'resource-events'].map((tab) =>
    createRoute({ getParentRoute: () => events, path: tab }),
  );
  const router = createRouter({
    routeTree: root.addChildren([events.addChildren(tabs)]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Events' });
  return { user: userEvent.setup(), router };
}
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

test.each([
  [['eventViewer'], 'students', ['Students events']],
  [['siteLogViewer'], 'tutors-events', ['Tutors events', 'Resource events']],
  [['eventViewer', 'siteLogViewer'], 'students', ['Students events', 'Tutors events', 'Resource events']],
])('who is %j has these tabs, and reads that there are no events', async (roles, path, titles) => {
  await open(`/events/${path}`, roles);
  expect(tabs()).toEqual(titles);
  expect(await screen.findByText('There are no events')).toBeDefined();
});

test('a filter stands in the address, and is taken back where it lets nothing through', async () => {
  total = 0;
  const { user, router } = await open('/events/tutors-events?kind=mute', ['siteLogViewer']);
  expect(await screen.findByText('No events fit these filters.')).toBeDefined();
  expect(asked).toEqual(['?limit=30&action=mute']);
  const kind = screen.getByRole('combobox', { name: 'Kind' });
  await user.selectOptions(kind, 'Lock');
  expect(router.state.location.search).toMatchObject({ kind: 'lock' });
  total = 2;
  await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
  expect(await screen.findByText('These are all 2 events.')).toBeDefined();
  expect(router.state.location.search).not.toHaveProperty('kind', 'lock');
});

test('older events that cannot be read say so, and are asked for again', async () => {
  total = 40;
  olderStatus = 400;
  const { user } = await open('/events/tutors-events', ['siteLogViewer']);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Older events could not be loaded.');
  expect(screen.getAllByRole('rowheader')).toHaveLength(30);
  olderStatus = 200;
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(40));
  expect(screen.getByText('These are all 40 events.')).toBeDefined();
});

test('who may no longer read them is told so in place of the list', async () => {
  total = 40;
  olderStatus = 403;
  await open('/events/tutors-events', ['siteLogViewer']);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The events could not be loaded');
  expect(alert.textContent).toContain('You do not have access to this.');
});

test('the detail says everything, and leads to more of the same', async () => {
  total = 3;
  const { user, router } = await open('/events/tutors-events', ['siteLogViewer']);
  await user.click(await screen.findByRole('button', { name: /Tutor 2, Lock, Group deleted$/ }));
  const detail = within(await screen.findByRole('dialog', { name: 'Lock' }));
  expect(detail.getByText('Group deleted')).toBeDefined();
  await user.click(detail.getByRole('button', { name: 'Only events of Tutor 2' }));
  expect(router.state.location.search).toMatchObject({ person: 't' });
  await waitFor(() => expect(asked.at(-1)).toContain('tutorId=t'));
});

test('what has come since is offered when somebody comes back, and shown when it is asked for', async () => {
  total = 3;
  const { user } = await open('/events/tutors-events', ['siteLogViewer']);
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(3));
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeDefined();
  total = 5;
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  const offer = await screen.findByRole('button', { name: 'Show 2 new events' });
  expect(screen.getAllByRole('rowheader')).toHaveLength(3);
  await user.click(offer);
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(5));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Refresh' }));
});
