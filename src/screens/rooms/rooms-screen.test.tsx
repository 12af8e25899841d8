import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveRoom } from '#protocol/rest/live-room.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { roomsQuery } from '#rest/rooms.ts';
import { consoleSession } from '#session/console-session.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { tenant } from '#session/tenant.ts';
import { shell } from '#shell/layout/shell-state.ts';
import { m } from './messages.ts';
import { RoomsScreen } from './rooms-screen.tsx';

const room = (id: string, name: string, membershipType: LiveRoom['membershipType']): LiveRoom => ({
  id,
  name,
  type: 'text-chat',
  membershipType,
  members: { users: [], groups: [], tutors: ['t'], without: [] },
});

beforeEach(() => {
  session.state = signedIn({ roles: ['consoleUser'] });
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
  vi.spyOn(tenant, 'key', 'get').mockReturnValue('demo');
  vi.spyOn(tenant, 'address').mockReturnValue('http://platform.example');
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}));
});
afterEach(() => {
  cleanup();
  session.state = { name: 'unknown' };
  vi.restoreAllMocks();
});

async function show(rooms: LiveRoom[], path = '/rooms') {
  const client = createQueryClient();
  client.setQueryData(roomsQuery().queryKey, rooms);
  const root = createRootRoute();
  const routes = createRoute({ getParentRoute: () => root, path: 'rooms', component: RoomsScreen });
  const router = createRouter({
    routeTree: root.addChildren([
      routes.addChildren([createRoute({ getParentRoute: () => routes, path: '$roomId' })]),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('button', { name: m.add });
}

test('without rooms it says so, and how to make one; the navigation gives way while it is open', async () => {
  await show([]);
  expect(screen.getByText('There are no live chat created yet')).toBeTruthy();
  expect(screen.getByText(m.noneText)).toBeTruthy();
  expect(shell.collapsedHere).toBe(true);
  cleanup();
  expect(shell.collapsedHere).toBeUndefined();
});

test('rooms stand by their categories and names, whatever those hold', async () => {
  await show([
    room('1', 'Zoo', 'chat room'),
    room('2', '<b>Art</b>\u202e', 'chat room'),
    room('3', '7A', 'group'),
  ]);
  expect(screen.getByText('Select your room from categories')).toBeTruthy();
  const linksOf = (name: string) =>
    within(screen.getByRole('region', { name }))
      .queryAllByRole('link')
      .map(({ textContent }) => textContent);
  expect(['Groups', 'Chat rooms', 'Direct Messages'].map(linksOf)).toEqual([
    ['7A'],
    ['<b>Art</b>', 'Zoo'],
    [],
  ]);
  expect(document.querySelector('b')).toBeNull();
});

test('a room that was closed, or is not the tutor’s, says so', async () => {
  await show([room('3', '7A', 'group')], '/rooms/other');
  expect(screen.getByText(m.gone)).toBeTruthy();
});
