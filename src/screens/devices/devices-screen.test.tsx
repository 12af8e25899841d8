import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveConnection } from '#live/live-connection.ts';
import { siteDeviceSchema } from '#protocol/rest/device.ts';
import { groupSchema, toGroup } from '#protocol/rest/group.ts';
import { tutorSchema } from '#protocol/rest/tutor.ts';
import { siteDevicesQuery } from '#rest/devices.ts';
import { groupsQuery } from '#rest/groups.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { tutorSelfQuery } from '#rest/tutors.ts';
import { consoleSession } from '#session/console-session.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { DevicesScreen } from './devices-screen.tsx';
// Its script is there when the screen asks for it: how it is loaded is tested with the lazy parts.
import './management-tab.tsx';

const device = (index: number) =>
  v.parse(siteDeviceSchema, {
    id: `d${index}`,
    hostname: `PC-${index}`,
    type: index % 2 === 0 ? 'extension' : 'windowsAgent',
    client: { clientId: `c${index}`, userId: `u${index}`, authType: 'user', userName: `Person ${index}` },
    groups: index === 1 ? ['g1'] : [],
  });
const DEVICES = Array.from({ length: 25 }, (_, index) => device(index + 1)).reverse();

beforeEach(() => {
  localStorage.setItem('REST_URL', 'http://platform.example');
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
  session.state = signedIn({ realm: 'console', roles: ['consoleUser', 'groupMaintainer'] });
  vi.stubGlobal('fetch', async () => Response.json([]));
});
afterEach(() => {
  cleanup();
  session.state = { name: 'unknown' };
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** `devices`: undefined where nothing has been read. */
async function open(devices = DEVICES, isComplete = true) {
  const client = createQueryClient();
  client.setQueryData(siteDevicesQuery().queryKey, { rows: devices, isComplete });
  const group = v.parse(groupSchema, { id: 'g1', name: 'Room 1', definitionName: 'deviceGroup' });
  client.setQueryData(groupsQuery().queryKey, [toGroup(group)]);
  client.setQueryData(
    tutorSelfQuery().queryKey,
    v.parse(tutorSchema, { id: 't', primaryEmail: 't@demo.example', permissions: [], preferences: {} }),
  );
  const root = createRootRoute({ component: Outlet });
  const shell = createRoute({ getParentRoute: () => root, id: 'console', component: Outlet });
  const clients = createRoute({
    getParentRoute: () => shell,
    path: 'clients',
    validateSearch: v.object({ page: v.optional(v.number()) }),
    component: DevicesScreen,
  });
  const router = createRouter({
    routeTree: root.addChildren([shell.addChildren([clients])]),
    history: createMemoryHistory({ initialEntries: ['/clients'] }),
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Devices', level: 1 });
  await waitFor(() => expect(screen.queryByText('Loading devices…')).toBeNull());
  return { user: userEvent.setup(), href: () => router.state.location.href };
}

const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const rowOf = (name: string) => within(screen.getByRole('rowheader', { name }).closest('tr') as HTMLElement);

test('ten devices a page by name, numbers by value, with their people and groups as links', async () => {
  const { user, href } = await open();
  await waitFor(() => expect(names()).toHaveLength(10));
  expect(names().slice(0, 3)).toEqual(['PC-1', 'PC-2', 'PC-3']);
  expect(rowOf('PC-1').getByText('Person 1')).toBeDefined();
  expect(rowOf('PC-1').getByRole('link', { name: 'Room 1' }).getAttribute('href')).toBe('/group/g1');
  expect(rowOf('PC-1').getByRole('link', { name: 'PC-1' }).getAttribute('href')).toBe(
    '/clients/u/u1/device/c1/d1',
  );
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  await waitFor(() => expect(names()).toHaveLength(5));
  expect(href()).toBe('/clients?page=3');
});

test('a search goes by device and by person; who is selected stays so on every page', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select PC-2' }));
  await user.click(screen.getByRole('searchbox', { name: 'Search devices' }));
  await user.paste('person 25');
  await waitFor(() => expect(names()).toEqual(['PC-25']));
  await user.click(screen.getByRole('checkbox', { name: 'Select PC-25' }));
  expect(screen.getByText('2 selected')).toBeDefined();
  await user.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(names()).toHaveLength(10));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all 25' }).indeterminate).toBe(true);
});

test('the bell of a device leads to its alerts', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      address.includes('/userlogs/times')
        ? [{ userId: 'u3', clientId: 'c3', times: [new Date().toISOString()] }]
        : [],
    ),
  );
  await open();
  const bell = await screen.findByRole('link', { name: '1 new alert from PC-3' });
  expect(bell.getAttribute('href')).toBe('/clients/u/u3/device/c3/d3?tab=Alerts');
});

test('a device is online as long as somebody is connected at it', async () => {
  await open();
  await screen.findByRole('rowheader', { name: 'PC-1' });
  expect(rowOf('PC-1').getByText('Offline')).toBeDefined();
  const client = { clientId: 'c1', deviceId: 'd1', authType: 'user', type: 'windowsAgent' } as const;
  act(() => liveConnection.activeUsers.apply([{ userId: 'u1', clients: [client] }]));
  await waitFor(() => expect(rowOf('PC-1').getByText('Online')).toBeDefined());
  act(() => liveConnection.activeUsers.apply([{ userId: 'u1', clients: [] }]));
  await waitFor(() => expect(rowOf('PC-1').getByText('Offline')).toBeDefined());
});

test('a selection of both systems says that some do not support an action, and deletes', async () => {
  const { user } = await open();
  const online = (index: number, type: 'windowsAgent' | 'extension') => ({
    userId: `u${index}`,
    clients: [{ clientId: `c${index}`, deviceId: `d${index}`, authType: 'user' as const, type }],
  });
  await screen.findByRole('rowheader', { name: 'PC-1' });
  act(() => liveConnection.activeUsers.apply([online(1, 'windowsAgent'), online(2, 'extension')]));
  await user.click(screen.getByRole('checkbox', { name: 'Select PC-1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select PC-2' }));
  const button = (action: string) => document.querySelector(`[data-action="${action}"]`);
  expect(button('powerAction')?.getAttribute('aria-description')).toBe(
    'Some selected clients do not support this action',
  );
  expect(button('lock')?.getAttribute('aria-disabled')).toBe('false');
  expect(button('delete')?.textContent).toBe('Delete Device(s)');
  act(() =>
    liveConnection.activeUsers.apply([
      { userId: 'u1', clients: [] },
      { userId: 'u2', clients: [] },
    ]),
  );
});

test('while it is still coming in it says so; without devices it says that there are none', async () => {
  await open(DEVICES, false);
  expect(await screen.findByText('25 so far…')).toBeDefined();
  cleanup();
  await open([]);
  expect(await screen.findByText('There are no devices')).toBeDefined();
});
