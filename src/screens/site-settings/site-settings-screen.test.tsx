import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { SiteSettings } from '#protocol/rest/site-settings.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { siteSettingsQuery } from '#rest/site-settings.ts';
import { consoleSession } from '#session/console-session.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { tenant } from '#session/tenant.ts';
import { SiteSettingsScreen } from './site-settings-screen.tsx';

const SETTINGS: SiteSettings = {
  id: 's',
  settings: {
    wol: { enabled: true },
    inventory: { enabled: false },
    studentsWriteFirst: { enabled: true },
    students: 'name',
  },
  updated: '2026-11-02T09:00:00.000Z',
};

let sent: SiteSettings[];
let answer: () => Promise<void>;
let read: () => Response;
beforeEach(() => {
  sent = [];
  answer = async () => {};
  read = () => Response.json(sent.at(-1) ?? SETTINGS);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
  vi.spyOn(tenant, 'key', 'get').mockReturnValue('demo');
  vi.spyOn(tenant, 'address').mockReturnValue('http://platform.example');
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => read());
});
afterEach(() => {
  session.state = { name: 'unknown' };
  vi.restoreAllMocks();
});

function show(roles = ['groupMaintainer']) {
  session.state = signedIn({ roles: ['consoleUser', ...roles] });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const send = async (settings: SiteSettings) => {
    await answer();
    sent.push(settings);
    return settings;
  };
  const root = createRootRoute();
  const screenOf = () => <SiteSettingsScreen send={send} />;
  const routes = [
    createRoute({ getParentRoute: () => root, path: 'settings', component: screenOf }),
    createRoute({ getParentRoute: () => root, path: 'elsewhere', component: () => 'Elsewhere' }),
  ];
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: ['/settings'] }),
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  const goElsewhere = () => router.history.push('/elsewhere');
  return { user: userEvent.setup(), client, goElsewhere };
}
const toggle = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });
const saveButton = () => screen.getByRole('button', { name: 'Save' });

test('a maintainer saves the whole document; the success goes after three seconds', async () => {
  const { user } = show();
  expect(await screen.findByText('Loading site settings…')).toBeDefined();
  await user.click(await toggle('Inventory'));
  await user.click(saveButton());
  expect(await screen.findByText('Settings saved successfully')).toBeDefined();
  expect(sent).toEqual([{ ...SETTINGS, settings: { ...SETTINGS.settings, inventory: { enabled: true } } }]);
  await vi.waitFor(() => expect(screen.queryByText('Settings saved successfully')).toBeNull(), 5_000);
});

test('nothing is sent where nothing has changed, and a change is taken back in one press', async () => {
  const { user } = show();
  await user.click(await toggle('Wake on LAN'));
  expect((await toggle('Wake on LAN')).checked).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Undo changes' }));
  expect((await toggle('Wake on LAN')).checked).toBe(true);
  await user.click(saveButton());
  expect(sent).toEqual([]);
});

test.each([
  [
    new AppError('forbidden', 'no', { detail: { status: 403, messages: ['no'] } }),
    "Permission denied. You don't have sufficient privileges to update site settings.",
  ],
  [
    new AppError('server', 'no', { detail: { status: 503, messages: ['The database is away.'] } }),
    'Failed to save settings. The database is away.',
  ],
  [new AppError('unreachable', 'no'), 'Failed to save settings. An unexpected error occurred.'],
])('after %s the change is still there, and can be saved again', async (error, text) => {
  answer = () => Promise.reject(error);
  const { user } = show();
  await user.click(await toggle('Inventory'));
  await user.click(saveButton());
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect((await toggle('Inventory')).checked).toBe(true);
  answer = async () => {};
  await user.click(saveButton());
  expect(await screen.findByText('Settings saved successfully')).toBeDefined();
});

test.each([
  [
    () => Response.json({ code: 'server', message: 'Away.', messages: ['Away.'] }, { status: 500 }),
    'Failed to load site settings. Away.',
  ],
  [
    () => new Response('<html>', { status: 502 }),
    'Failed to load site settings. An unexpected error occurred.',
  ],
])('what cannot be loaded says why, and can be tried again', async (failing, text) => {
  const works = read;
  read = failing;
  const { user } = show();
  expect(await screen.findByText(text)).toBeDefined();
  read = works;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await toggle('Wake on LAN')).checked).toBe(true);
});

test('others than maintainers read them, and are told why they change nothing', async () => {
  show([]);
  expect((await toggle('Wake on LAN')).disabled).toBe(true);
  expect(screen.getByText('The Group Maintainer role is required to modify site settings.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('what somebody else has switched meanwhile is shown, and not switched back', async () => {
  const { user, client } = show();
  await user.click(await toggle('Inventory'));
  client.setQueryData(siteSettingsQuery().queryKey, {
    ...SETTINGS,
    settings: { ...SETTINGS.settings, wol: { enabled: false } },
  });
  await vi.waitFor(async () => expect((await toggle('Wake on LAN')).checked).toBe(false));
  await user.click(saveButton());
  await screen.findByText('Settings saved successfully');
  expect(sent[0]?.settings).toMatchObject({ wol: { enabled: false }, inventory: { enabled: true } });
});

test('who leaves with switches that are not saved is asked first', async () => {
  const { user, goElsewhere } = show();
  await user.click(await toggle('Inventory'));
  goElsewhere();
  expect(await screen.findByText('What you have switched here is not saved.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect((await toggle('Inventory')).checked).toBe(true);
  goElsewhere();
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(await screen.findByText('Elsewhere')).toBeDefined();
});

test.each(['taken back', 'saved'])('after they were %s nothing is asked', async (how) => {
  const { user, goElsewhere } = show();
  await user.click(await toggle('Inventory'));
  await user.click(screen.getByRole('button', { name: how === 'saved' ? 'Save' : 'Undo changes' }));
  if (how === 'saved') await screen.findByText('Settings saved successfully');
  goElsewhere();
  expect(await screen.findByText('Elsewhere')).toBeDefined();
});
