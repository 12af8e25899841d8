import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { USER_LIST_ENTRIES } from '#features/action-entries/list-entries.ts';
import { liveConnection } from '#live/live-connection.ts';
import { siteUserSchema } from '#protocol/rest/user.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { siteUsersQuery } from '#rest/users.ts';
import { consoleSession } from '#session/console-session.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { UsersScreen } from './users-screen.tsx';
// Its script is there when the screen asks for it: how it is loaded is tested with the lazy parts.
import './user-list.tsx';

const USERS = [1, 2, 3].map((index) =>
  v.parse(siteUserSchema, {
    id: `u${index}`,
    name: `Person ${index}`,
    devices: [{ clientId: `c${index}`, deviceId: `d${index}`, type: 'windowsAgent', hostname: 'PC' }],
  }),
);

/** How many new alerts each person has. */
let alerts: Record<string, number>;

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('REST_URL', 'http://platform.example');
  session.state = signedIn({ realm: 'console', roles: ['consoleUser', 'groupMaintainer'] });
  alerts = {};
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('/userlogs/times')) return Response.json([]);
    const times = (count: number) => Array.from({ length: count }, () => new Date().toISOString());
    return Response.json(
      Object.entries(alerts).map(([userId, count]) => ({ userId, clientId: null, times: times(count) })),
    );
  });
});
afterEach(() => {
  cleanup();
  session.state = { name: 'unknown' };
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(users = USERS) {
  const client = createQueryClient();
  client.setQueryData(siteUsersQuery().queryKey, { rows: users, isComplete: true });
  const root = createRootRoute({ component: Outlet });
  const shell = createRoute({ getParentRoute: () => root, id: 'console', component: Outlet });
  const route = createRoute({
    getParentRoute: () => shell,
    path: 'users',
    validateSearch: v.object({ page: v.optional(v.number()) }),
    component: UsersScreen,
  });
  const router = createRouter({
    routeTree: root.addChildren([shell.addChildren([route])]),
    history: createMemoryHistory({ initialEntries: ['/users'] }),
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Users', level: 1 });
  await waitFor(() => expect(screen.queryByText('Loading users…')).toBeNull());
  return userEvent.setup();
}

const names = () => screen.getAllByRole('link', { name: /^Person/ }).map(({ textContent }) => textContent);

test('without users it says that there are none', async () => {
  await open([]);
  expect(await screen.findByText('There are no users created yet')).toBeDefined();
});

test('sorted by notifications, who has most stands at one end and who has none last', async () => {
  alerts = { u1: 9, u3: 12 };
  const user = await open();
  const bell = await screen.findByRole('link', { name: '12 new alerts from Person 3' });
  expect(bell.getAttribute('href')).toBe('/users/u3/device/c3/d3?tab=Alerts');
  const press = () => user.click(screen.getByRole('columnheader', { name: 'Notifications' }));
  await press();
  await waitFor(() => expect(names()).toEqual(['Person 1', 'Person 3', 'Person 2']));
  await press();
  await waitFor(() => expect(names()).toEqual(['Person 3', 'Person 1', 'Person 2']));
});

test('what can be done with users, and nothing else', () => {
  expect(USER_LIST_ENTRIES.map(({ title }) => title)).toEqual([
    'Notification',
    'Launch',
    'Lock',
    'Unlock',
    'Mute',
    'Unmute',
    'Request Name',
    'Send Files',
    'Collect Files',
    'Power Actions',
    'Remote Login',
    'Wake Now',
    'Policies',
    'Delete User(s)',
  ]);
});

test('a selection of both systems says that some users do not support an action', async () => {
  const user = await open();
  const online = (index: number, type: 'windowsAgent' | 'extension') => ({
    userId: `u${index}`,
    clients: [{ clientId: `c${index}`, deviceId: `d${index}`, authType: 'user' as const, type }],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Person 1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Person 2' }));
  act(() => liveConnection.activeUsers.apply([online(1, 'windowsAgent'), online(2, 'extension')]));
  const button = () => document.querySelector('[data-action="powerAction"]');
  await waitFor(() =>
    expect(button()?.getAttribute('aria-description')).toBe('Some selected users do not support this action'),
  );
  act(() =>
    liveConnection.activeUsers.apply([
      { userId: 'u1', clients: [] },
      { userId: 'u2', clients: [] },
    ]),
  );
});
