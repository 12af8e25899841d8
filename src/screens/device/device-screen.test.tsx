/** The screen of a device by its routes, on a watch whose worker is a fake. */
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type RoleName, roleFlags } from '#domain/people/roles.ts';
import { TIMING } from '#domain/timing.ts';
import { createFakeLiveWorker } from '#live/fakes/fake-live-worker.ts';
import { createGroupWatch } from '#live/group-watch.ts';
import { liveConnection } from '#live/live-connection.ts';
import type { Info, Statuses } from '#protocol/feedback.ts';
import { groupSchema, toGroup } from '#protocol/rest/group.ts';
import { tutorSchema } from '#protocol/rest/tutor.ts';
import type { ClientChange, ConnectionState } from '#protocol/threads/live-worker.ts';
import { groupsQuery } from '#rest/groups.ts';
import { createQueryClient, invalidateChanged } from '#rest/query-client.ts';
import { tutorSelfQuery } from '#rest/tutors.ts';
import { consoleSession } from '#session/console-session.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { createConsoleRouter } from '../../routes/console-router.tsx';

const GROUP = toGroup(v.parse(groupSchema, { id: 'g1', name: '7A', definitionName: 'userGroup' }));
const MANAGED = '/group/g1/user/u1/device/c1/d1';
const UNMANAGED = '/group/g1/user/u1/client/c1';

const info = (more: Partial<Info> = {}) =>
  ({
    type: 'windowsAgent',
    version: '7.1',
    displays: [],
    device: { hostname: 'PC-1' },
    user: { id: 'u1', name: 'Ada Lovelace' },
    ...more,
  }) as unknown as Info;
const client = (more: Partial<ClientChange> = {}): ClientChange => ({
  clientId: 'c1',
  userId: 'u1',
  authType: 'user',
  isOffline: false,
  lastUpdated: 0,
  info: info(),
  ...more,
});
const statuses = (more: Partial<Statuses>) => more as Statuses;

/** What the directory answers; everything else it has not. */
let directory: Record<string, unknown>;
let opened: ReturnType<typeof createMemoryHistory>;

async function open(path: string) {
  const fake = createFakeLiveWorker();
  const watch = createGroupWatch({ ask: (call) => call(fake.worker, 'tab') });
  // The first one is that of the group, for the students before and after this one.
  const groupWatch = createGroupWatch({ ask: (call) => call(createFakeLiveWorker().worker, 'tab') });
  vi.spyOn(liveConnection, 'createWatch').mockReturnValueOnce(groupWatch).mockReturnValue(watch);
  const queries = createQueryClient();
  queries.setQueryData(groupsQuery().queryKey, [GROUP]);
  queries.setQueryData(
    tutorSelfQuery().queryKey,
    v.parse(tutorSchema, { id: 't', primaryEmail: 't@demo.example', permissions: ['g1'], preferences: {} }),
  );
  opened = createMemoryHistory({ initialEntries: [path] });
  const roles: RoleName[] = ['consoleUser'];
  const router = createConsoleRouter(
    {
      queryClient: queries,
      session: () => ({ realm: 'console', roles: roleFlags(roles) }),
      leave: async () => {},
    },
    opened,
  );
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('toolbar', { name: /device/ }, { timeout: 10_000 });
  return {
    asked: () => fake.take().filter((call) => call.startsWith('watch')),
    hear: (changes: ClientChange[], removed: string[] = []) =>
      act(() => watch.applyChanges({ watchId: watch.id, removed, changes })),
    hearGroup: (changes: ClientChange[]) =>
      act(() => groupWatch.applyChanges({ watchId: groupWatch.id, removed: [], changes })),
    path: () => opened.location.pathname,
    search: () => opened.location.search,
    queries,
  };
}
const warnings = () => toasts.state.list.map(({ type, text }) => `${type}: ${text}`);

// The first test would wait for the screen to be loaded, which takes a busy machine long.
beforeAll(() => import('./device-screen.tsx'), 60_000);
beforeEach(() => {
  directory = {
    '/v1/devices/d1': { id: 'd1', hostname: 'PC-1', type: 'windowsAgent', version: '7.0' },
    '/v1/users/u1': { id: 'u1', name: 'Ada Lovelace' },
  };
  localStorage.clear();
  localStorage.setItem('REST_URL', 'http://platform.example');
  vi.stubGlobal('fetch', async (address: string) => {
    const found = directory[new URL(address).pathname];
    if (found !== undefined) return Response.json(found);
    return /policies|userlogs|groups/.test(address)
      ? Response.json([])
      : Response.json({ message: 'no', messages: [] }, { status: 404 });
  });
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
  vi.spyOn(console, 'info').mockImplementation(() => {});
  session.state = signedIn();
  liveConnection.connection.set({ name: 'connected', since: 0 });
});
afterEach(() => {
  for (const { id } of [...toasts.state.list]) toasts.close(id);
  liveConnection.connection.set({ name: 'connecting', attempt: 1 });
  session.state = { name: 'unknown' };
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  [MANAGED, 'user'],
  ['/group/g1/session/u1/device/c1/d1', 'session'],
  ['/group/g1/session/u1/client/c1', 'session'],
  ['/users/u1/device/c1/d1', 'user'],
  ['/clients/u/u1/device/c1', 'user'],
  ['/clients/s/u1/device/c1/d1', 'session'],
])('%s watches that client alone, as %s', async (path, authType) => {
  const { asked } = await open(path);
  const [first = ''] = asked();
  const request = JSON.parse(first.slice(first.indexOf('{')));
  expect(request.of).toEqual({ client: { clientId: 'c1', userId: 'u1', authType } });
  expect(request.thumbnails).toMatchObject({ quality: 100, intervalMs: 5_000 });
});

test('says whose device it is, what it runs and that it is online', async () => {
  const { hear } = await open(MANAGED);
  hear([client()]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ada Lovelace');
  expect(screen.getByRole('img', { name: 'Windows, agent version 7.1' })).toBeDefined();
  expect(screen.getByText('Online')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Back to Group View' }).getAttribute('href')).toBe('/group/g1');
  expect(screen.getByRole('tab', { name: 'Applications' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Set an alias for Ada Lovelace' })).toBeDefined();
});

test('the name stands once, in the heading', async () => {
  const { hear } = await open(MANAGED);
  hear([client()]);
  expect(screen.getAllByText('Ada Lovelace')).toHaveLength(1);
});

test('students before and after it are a press or a key away, in the order of the cards', async () => {
  localStorage.setItem('lectern.cardOrder', 'device');
  // Of the tips, which the environment lacks.
  const popover = { showPopover() {}, hidePopover() {} };
  Object.assign(HTMLElement.prototype, popover);
  const { hear, hearGroup, path, search } = await open(`${MANAGED}?tab=Alerts`);
  hear([client()]);
  expect(screen.queryByRole('link', { name: /student/ })).toBeNull();
  const named = (clientId: string, name: string, hostname: string) =>
    client({
      clientId,
      userId: `u-${clientId}`,
      info: info({ device: { hostname }, user: { id: clientId, name }, deviceId: `d-${clientId}` }),
    });
  hearGroup([client(), named('c2', 'Zoe', 'PC-0'), named('c3', 'Abe', 'PC-10'), named('c4', 'Bea', 'PC-2')]);
  const previous = screen.getByRole('link', { name: 'Previous student: Zoe' });
  const next = screen.getByRole('link', { name: 'Next student: Bea' });
  expect(previous.getAttribute('href')).toBe('/group/g1/user/u-c2/device/c2/d-c2?tab=Alerts');
  await userEvent.click(next);
  await waitFor(() => expect(path()).toBe('/group/g1/user/u-c4/device/c4/d-c4'));
  expect(search()).toBe('?tab=Alerts');
  // The focus is where it was, so that one can go on.
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Next student: Abe');
  await userEvent.keyboard('{Alt>}{PageUp}{/Alt}');
  await waitFor(() => expect(path()).toBe('/group/g1/user/u1/client/c1'));
  await userEvent.keyboard('{Alt>}{PageUp}{/Alt}');
  await waitFor(() => expect(path()).toBe('/group/g1/user/u-c2/device/c2/d-c2'));
  expect(screen.queryByRole('link', { name: /^Previous student/ })).toBeNull();
});

test('outside a group no students are before and after it', async () => {
  const { hear } = await open('/clients/u/u1/device/c1/d1');
  hear([client()]);
  await userEvent.keyboard('{Alt>}{PageDown}{/Alt}');
  expect(screen.queryByRole('link', { name: /student/ })).toBeNull();
});

test('before anything is known of the device nothing is said of it', async () => {
  const { hear } = await open(MANAGED);
  await screen.findAllByText('Ada Lovelace');
  expect(screen.queryByText('Offline')).toBeNull();
  expect(screen.queryByText('This device is not connected')).toBeNull();
  // A picture may come before the device has said what it is.
  hear([client({ info: undefined })]);
  expect(screen.queryByText('Offline')).toBeNull();
  hear([client()]);
  expect(screen.getByText('Online')).toBeDefined();
  hear([client({ isOffline: true })]);
  expect(document.querySelector('[data-status="offline"]')?.textContent).toBe('Offline');
});

test.each(['reconnecting', 'outdated'] as const)(
  'while the console itself is %s nobody is online, as on the cards',
  async (name) => {
    const { hear } = await open(MANAGED);
    hear([client()]);
    act(() => liveConnection.connection.set({ name, attempt: 1, message: 'away' } as ConnectionState));
    expect(screen.queryByText('Online')).toBeNull();
    expect(document.querySelector('[data-status="not-live"]')?.textContent).toBe('Not live');
    act(() => liveConnection.connection.set({ name: 'connected', since: 1 }));
    expect(screen.getByText('Online')).toBeDefined();
  },
);

test('among the devices of the site the way back leads to them', async () => {
  await open('/clients/u/u1/device/c1/d1');
  expect(screen.getByRole('link', { name: 'Back to Devices' }).getAttribute('href')).toBe('/clients');
});

test('among the devices of the site the device heads the screen, and its person stands below', async () => {
  const { hear } = await open('/clients/u/u1/device/c1/d1');
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
  // Before the device is heard, its names are those of the directory.
  await waitFor(() => expect(heading()).toBe('PC-1'));
  expect(await screen.findByText('Ada Lovelace')).toBeDefined();
  hear([client()]);
  expect(heading()).toBe('PC-1');
  expect(screen.getAllByText('PC-1')).toHaveLength(1);
  expect(screen.getByText('Ada Lovelace')).toBeDefined();
  hear([client({ info: info({ alias: 'Window seat' }) })]);
  expect(heading()).toBe('Window seat');
  expect(screen.getByText('PC-1')).toBeDefined();
});

test('a browser has tabs, to be shown and closed', async () => {
  const { hear } = await open(MANAGED);
  hear([
    client({
      info: info({ type: 'extension' }),
      tabs: [{ tabId: '1', title: 'Maps', url: '', active: true }],
    }),
  ]);
  const panel = within(screen.getByRole('tabpanel', { name: 'Tabs' }));
  expect(panel.getByRole('button', { name: 'Show Maps on the device' })).toBeDefined();
  expect(panel.getByRole('button', { name: 'Close Maps' })).toBeDefined();
});

test.each([
  ['windowsAgent', 'Privacy is enabled. Application monitoring is off.'],
  ['extension', 'Privacy is enabled. Tabs monitoring is off.'],
] as const)('with privacy on nothing of %s is shown', async (type, text) => {
  const { hear } = await open(MANAGED);
  hear([client({ info: info({ type }), statuses: statuses({ privacy: true }) })]);
  expect(screen.getAllByText(text)).toHaveLength(2);
  expect(screen.queryByRole('img', { name: 'Screen of Ada Lovelace' })).toBeNull();
  expect(document.querySelector('video')).toBeNull();
});

test.each([
  ['FULL', 'Full Screen Mode'],
  ['requested', 'Requesting Full Screen Access'],
  ['cancelled', 'Client cancelled full screen'],
] as const)('full screen %s: %s', async (fullScreen, text) => {
  const { hear } = await open(MANAGED);
  hear([client({ statuses: statuses({ fullScreen }) })]);
  expect(screen.getByText(text)).toBeDefined();
});

test('the address opens the alerts, and follows the tab', async () => {
  const { hear, search } = await open(`${MANAGED}?tab=Alerts`);
  hear([client()]);
  expect(await screen.findByText('There are no events')).toBeDefined();
  await userEvent.click(screen.getByRole('tab', { name: 'Applications' }));
  await waitFor(() => expect(search()).toBe(''));
  await userEvent.click(screen.getByRole('tab', { name: 'Alerts' }));
  await waitFor(() => expect(search()).toBe('?tab=Alerts'));
});

test('alerts that nobody has looked at are counted, and the bell leads to them', async () => {
  directory['/v1/userlogs'] = [
    { id: 'l1', timeTriggered: new Date().toISOString(), userId: 'u1', userName: 'Ada', text: 'USB stick' },
  ];
  const { hear, search } = await open(MANAGED);
  hear([client()]);
  const bell = await screen.findByRole('link', { name: '1 new alert from Ada Lovelace' });
  expect(screen.getByRole('tab', { name: /^Alerts/ }).textContent).toBe('Alerts1');
  await userEvent.click(bell);
  await waitFor(() => expect(search()).toBe('?tab=Alerts'));
  expect(await screen.findAllByText('USB stick')).not.toEqual([]);
  await waitFor(() => expect(screen.getByRole('tab', { name: /^Alerts/ }).textContent).toBe('Alerts'));
});

test('a device that the directory knows stays while it is off, and can be woken', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { path, queries } = await open(MANAGED);
  expect(screen.queryByText('Offline')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(TIMING.deviceAwaitedMs));
  expect(await screen.findByText('Offline')).toBeDefined();
  expect(screen.getAllByText('Ada Lovelace').length).toBeGreaterThan(0);
  expect(screen.getAllByText('This device is not connected')).toHaveLength(2);
  const bar = document.querySelector('[data-action="wake"]');
  expect(bar?.getAttribute('aria-disabled')).toBe('false');
  expect(document.querySelector('[data-action="lock"]')?.getAttribute('aria-disabled')).toBe('true');
  const wolStatus = new Date(Date.now() - 3 * 60_000).toISOString();
  directory['/v1/devices/d1'] = { ...(directory['/v1/devices/d1'] as object), wolStatus };
  // As the platform tells every console of it.
  await act(() => invalidateChanged(queries, [{ resource: 'devices', id: 'd1', change: 'updated', at: 1 }]));
  expect(await screen.findByText('Wake action sent 3 min ago')).toBeDefined();
  expect(path()).toBe(MANAGED);
});

test('a device that has gone is said, and the tutor is back in the group at once', async () => {
  const { hear, path } = await open(MANAGED);
  hear([client()]);
  hear([], ['c1']);
  await waitFor(() => expect(path()).toBe('/group/g1'));
  expect(warnings()).toEqual(['warning: Device is disconnected']);
});

test('a device that nobody knows is waited for five seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { path } = await open(UNMANAGED);
  expect(screen.getByText('Looking for the device…')).toBeDefined();
  // What the opening took has been counted too.
  await act(() => vi.advanceTimersByTimeAsync(TIMING.deviceAwaitedMs - 1_000));
  expect(path()).toBe(UNMANAGED);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await waitFor(() => expect(path()).toBe('/group/g1'));
  expect(warnings()).toEqual(['warning: Device is disconnected']);
});

test('a group that this tutor does not have leads home', async () => {
  await open(UNMANAGED);
  act(() => opened.push('/group/other/user/u1/client/c1'));
  await waitFor(() => expect(opened.location.pathname).toBe('/group/g1'));
});
