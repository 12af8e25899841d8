import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { AdminOverview, GuideChoices, WholeTenant } from '#protocol/rest/admin/overview.ts';
import { adminOverviewQuery } from '#rest/admin/overview.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { consoleSession } from '#session/console-session.ts';
import { tenant } from '#session/tenant.ts';
import { OverviewScreen } from './overview-screen.tsx';

const nothing: AdminOverview & { whole: WholeTenant } = {
  sites: { count: 0, closed: 0 },
  devices: { online: 0, recent: 0, away: 0, never: 0, versions: [] },
  tutors: { count: 1, withoutSite: 1 },
  whole: {
    directories: { count: 0, active: 0 },
    syncs: { count: 0, active: 0, failed: 0, latest: [] },
    runners: { count: 0, connected: 0, away: [] },
    endingTokens: [],
    guide: { skipped: [], isHidden: false, done: [] },
  },
};
const withGuide = (guide: Partial<WholeTenant['guide']>) => ({
  ...nothing,
  whole: { ...nothing.whole, guide: { ...nothing.whole.guide, ...guide } },
});

/** What the platform would answer. */
let answer: AdminOverview;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
  vi.spyOn(tenant, 'key', 'get').mockReturnValue('demo');
  vi.spyOn(tenant, 'address').mockReturnValue('http://platform.example');
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(answer));
});
afterEach(() => vi.restoreAllMocks());

const keep = async (choices: GuideChoices) => {
  answer = withGuide({ ...answer.whole?.guide, ...choices });
  return choices;
};

async function show(overview: AdminOverview, send = vi.fn(keep)) {
  answer = overview;
  const client = createQueryClient();
  client.setQueryData(adminOverviewQuery().queryKey, overview);
  const root = createRootRoute();
  const index = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <OverviewScreen send={send} />,
  });
  const router = createRouter({ routeTree: root.addChildren([index]), history: createMemoryHistory() });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Overview' });
  return { send, user: userEvent.setup() };
}
const steps = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

test('a new tenant shows what comes first, and where that is done', async () => {
  await show(nothing);
  expect(steps()[0]).toBe('To do: Add a site');
  expect(screen.getByRole('status').textContent).toBe('0 of 5 done');
  const links = screen.getAllByRole('link', { name: 'Sites' }).map((link) => link.getAttribute('href'));
  expect(links).toContain('/admin/sites/sites-tags');
  expect(screen.queryByRole('button', { name: 'Hide this list' })).toBeNull();
});

test('a step is skipped and taken up again; the first one cannot be', async () => {
  const { send, user } = await show(withGuide({ done: ['directory'] }));
  expect(screen.queryByRole('button', { name: 'Skip: Add a site' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Skip: Connect the directory' })).toBeNull();
  const skip = screen.getByRole('button', { name: 'Skip: Set up a site runner' });
  await user.click(skip);
  expect(send).toHaveBeenLastCalledWith({ skipped: ['runner'], isHidden: false }, expect.anything());
  expect(await screen.findByRole('button', { name: 'Do it after all: Set up a site runner' })).toBe(skip);
  expect(document.activeElement).toBe(skip);
  expect(steps().at(-1)).toBe('Skipped: Set up a site runner');
  await user.click(skip);
  expect(send).toHaveBeenLastCalledWith({ skipped: [], isHidden: false }, expect.anything());
});

test('what is over can be hidden, and shown again', async () => {
  const { send, user } = await show(
    withGuide({ done: ['site', 'directory', 'tutors', 'devices'], skipped: ['runner'] }),
  );
  expect(screen.getByRole('status').textContent).toBe('Everything is set up.');
  await user.click(screen.getByRole('button', { name: 'Hide this list' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Set up your school' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Show the list of first steps' }));
  expect(await screen.findByRole('heading', { name: 'Set up your school' })).toBeDefined();
  expect(send).toHaveBeenLastCalledWith({ skipped: ['runner'], isHidden: false }, expect.anything());
});

test('what could not be kept is said, and nothing is shown as if it were', async () => {
  const send = vi.fn(() => Promise.reject(new AppError('unreachable', 'x')));
  const { user } = await show(nothing, send);
  await user.click(screen.getByRole('button', { name: 'Skip: Connect the directory' }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(steps()[1]).toBe('To do: Connect the directory');
});

test('a manager sees sites, devices and tutors, and no guide', async () => {
  const { whole: _, ...managed } = nothing;
  await show(managed);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Sites',
    'Devices',
    'Tutors',
  ]);
});

test('what needs somebody is said', async () => {
  await show({
    ...nothing,
    sites: { count: 2, closed: 1 },
    whole: {
      ...nothing.whole,
      syncs: {
        count: 1,
        active: 1,
        failed: 1,
        latest: [
          {
            id: 's',
            name: 'Students',
            lastRan: '2026-05-04T10:00:00Z',
            hasFailed: true,
            humanError: 'The consent has ended',
          },
        ],
      },
      runners: {
        count: 1,
        connected: 0,
        away: [{ id: 'r', name: 'Attic', endedAt: '2026-05-04T10:00:00Z' }],
      },
      endingTokens: [{ siteId: 'h', siteName: 'Hill', expiresAt: '2026-05-09T10:00:00Z' }],
    },
  });
  for (const text of [
    /^One has no token/,
    'The consent has ended',
    /^Away since .*4.* 2026/,
    /^Ends .*9.* 2026/,
  ])
    expect(screen.getByText(text)).toBeDefined();
});
