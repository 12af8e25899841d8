import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Realm, ROLE_NAMES, type RoleName, roleFlags } from '#domain/people/roles.ts';
import { liveConnection } from '#live/live-connection.ts';
import { groupSchema, toGroup } from '#protocol/rest/group.ts';
import { tutorSchema } from '#protocol/rest/tutor.ts';
import { groupsQuery } from '#rest/groups.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { sitesQuery, tagsQuery } from '#rest/sites.ts';
import { specialMessagesQuery } from '#rest/special-messages.ts';
import { tutorSelfQuery } from '#rest/tutors.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { shell } from '#shell/layout/shell-state.ts';
import { createConsoleRouter } from './console-router.tsx';

const group = (id: string, name: string, permittedHostnames: string[] = []) =>
  toGroup(
    v.parse(groupSchema, { id, name, definitionName: 'userGroup', properties: { permittedHostnames } }),
  );

const GROUPS = [
  group('other', 'Another teacher’s group'),
  group('a', '7A Mathematics'),
  group('b', '10B Physics'),
  group('art', 'Art club'),
  group('lab', 'Lab only', ['lab-pc']),
];

type Person = { realm: Realm; roles: readonly RoleName[]; permissions?: string[]; favourites?: string[] };

function open(path: string, person: Person | undefined) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(groupsQuery().queryKey, GROUPS);
  queryClient.setQueryData(
    tutorSelfQuery().queryKey,
    v.parse(tutorSchema, {
      id: 't',
      primaryEmail: 't@demo.example',
      permissions: person?.permissions ?? ['a', 'b', 'art', 'lab'],
      preferences: { favouriteGroups: person?.favourites ?? [] },
    }),
  );
  queryClient.setQueryData(sitesQuery().queryKey, [
    { id: 's', name: 'Riverside', tags: ['x'], subnodes: [] },
  ]);
  queryClient.setQueryData(tagsQuery().queryKey, [{ id: 'x', name: 'North' }]);
  queryClient.setQueryData(specialMessagesQuery().queryKey, []);
  const leave = vi.fn(async () => {});
  if (person !== undefined) {
    session.state = signedIn({ realm: person.realm, roles: person.roles });
  }
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createConsoleRouter(
    {
      queryClient,
      session: () => person && { realm: person.realm, roles: roleFlags(person.roles) },
      leave,
    },
    history,
  );
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { leave, queryClient, path: () => router.state.location.pathname };
}

const teacher: Person = { realm: 'console', roles: ['consoleUser'] };

beforeEach(() => {
  shell.dialog = 'none';
});
afterEach(() => {
  cleanup();
  session.state = { name: 'unknown' };
  vi.restoreAllMocks();
});

test('home goes to the first permitted group', async () => {
  const { path } = open('/', teacher);
  await waitFor(() => expect(path()).toBe('/group/a'));
});

test('home goes to the top favourite where there is one', async () => {
  const { path } = open('/', { ...teacher, favourites: ['b', 'art', 'gone'] });
  await waitFor(() => expect(path()).toBe('/group/b'));
});

test('home goes to the groups list when there is no group', async () => {
  const { path } = open('/', { ...teacher, permissions: [] });
  await waitFor(() => expect(path()).toBe('/settings/groups'));
});

test.each(['/group/other', '/group/nowhere', '/users', '/clients', '/no/such/page'])(
  '%s is not for this tutor and ends at the first group',
  async (address) => {
    const { path } = open(address, teacher);
    await waitFor(() => expect(path()).toBe('/group/a'));
  },
);

test('a group of another place ends at the first group, once nobody waits for the site runner', async () => {
  const { path } = open('/group/lab', teacher);
  await screen.findByText('Looking for the group…');
  expect(path()).toBe('/group/lab');
  act(() => liveConnection.connection.set({ name: 'outdated' }));
  await waitFor(() => expect(path()).toBe('/group/a'));
  act(() => liveConnection.connection.set({ name: 'connecting', attempt: 1 }));
});

test('a maintainer sees every group, also a hostname-restricted one', async () => {
  const { path } = open('/group/lab', { realm: 'console', roles: ['groupMaintainer'], permissions: [] });
  await screen.findByRole('heading', { name: 'Lab only', hidden: true });
  expect(path()).toBe('/group/lab');
});

test.each(ROLE_NAMES)('with the role %s in the console realm, admin routes lead home', async (role) => {
  const { path } = open('/admin/sites/sites-tags', { realm: 'console', roles: [role], favourites: ['art'] });
  await waitFor(() => expect(path()).toMatch(/^\/group\//));
});

test.each(ROLE_NAMES)(
  'with the role %s in the admin realm, console routes lead to the sites',
  async (role) => {
    const { path } = open('/group/a', { realm: 'admin', roles: [role] });
    await waitFor(() => expect(path()).toBe('/admin/sites/sites-tags'));
    await screen.findByText('North');
  },
);

test.each(['/admin', '/admin/', '/admin/sites', '/admin/whatever/else'])(
  '%s opens the sites list',
  async (address) => {
    const { path } = open(address, { realm: 'admin', roles: ['superAdmin'] });
    await waitFor(() => expect(path()).toBe('/admin/sites/sites-tags'));
  },
);

test.each(['/', '/group/a', '/admin'])('%s without a session leaves for the login page', async (address) => {
  const { leave } = open(address, undefined);
  await waitFor(() => expect(leave).toHaveBeenCalled());
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('the navigation lists favourites first and has no item without a screen', async () => {
  open('/group/a', { ...teacher, favourites: ['art'] });
  const nav = await screen.findByRole('navigation', { name: 'Main' });
  const names = [...nav.querySelectorAll('a')].map((link) => link.textContent);
  expect(names).toEqual([
    'Art club',
    '7A Mathematics',
    '10B Physics',
    'Chat rooms',
    'Policies',
    'Settings',
    'Help',
    'Submit Feedback',
  ]);
});

test('the group switcher works by keyboard alone', async () => {
  const user = userEvent.setup();
  const { path } = open('/group/a', teacher);
  await screen.findByRole('heading', { name: '7A Mathematics', hidden: true });
  await user.keyboard('{Control>}g{/Control}');
  const box = await screen.findByRole('combobox', { name: 'Search groups...' });
  await user.type(box, 'zzz');
  expect(screen.getByText('No matching groups found')).toBeDefined();
  await user.clear(box);
  const chosen = () => screen.getByRole('option', { selected: true, hidden: true }).textContent;
  expect(chosen()).toBe('7A Mathematics');
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toBe('10B Physics');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(chosen()).toBe('Art club');
  await user.type(box, 'phys{Enter}');
  await waitFor(() => expect(path()).toBe('/group/b'));
  expect(shell.dialog).toBe('none');
});

test('a star that cannot be saved goes back, and the failure is only logged', async () => {
  const user = userEvent.setup();
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  open('/group/a', teacher);
  const star = await screen.findByRole('button', { name: 'Add 7A Mathematics to favourites', hidden: true });
  await user.click(star);
  await waitFor(() => expect(log).toHaveBeenCalledWith('favourite', expect.anything()));
  expect(star.getAttribute('aria-pressed')).toBe('false');
});

test('content hides until the first connection, the navigation does not', async () => {
  open('/group/a', teacher);
  await screen.findByRole('navigation', { name: 'Main' });
  const heading = await screen.findByRole('heading', { name: '7A Mathematics', hidden: true });
  expect(heading.closest('[hidden]')).not.toBeNull();
});

test('where only a reload helps, nothing is waited for', async () => {
  open('/settings/groups', teacher);
  expect(await screen.findByText('Connecting…', {}, { timeout: 5_000 })).toBeDefined();
  act(() => liveConnection.connection.set({ name: 'outdated' }));
  expect(screen.queryByText('Connecting…')).toBeNull();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  act(() => liveConnection.connection.set({ name: 'connecting', attempt: 1 }));
});
