import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ResourceLog } from '#protocol/rest/event-log.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { consoleSession } from '#session/console-session.ts';
import { AdminChangesScreen } from './admin-changes-screen.tsx';

const ROW: ResourceLog = {
  id: 'resource-1',
  loggedTime: '2026-11-21T10:00:00.000Z',
  tutorId: 'tutor-admin',
  tutorName: 'Ada Admin',
  parameters: {
    method: 'PUT',
    path: '/v1/sites/s-1',
    from: '10.1.2.3',
    name: 'Northgate School',
    changes: [{ field: 'name', before: ['Northgate'], after: ['Northgate School'] }],
  },
  resourceType: 'sites',
  resourceId: 's-1',
  resourceName: 'Northgate School',
};
let rows: ResourceLog[];
let asked: string[];

beforeEach(() => {
  rows = [ROW];
  asked = [];
  localStorage.setItem('REST_URL', 'http://platform.example');
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address).pathname);
    return Response.json(rows);
  });
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show() {
  const root = createRootRoute();
  const route = createRoute({
    getParentRoute: () => root,
    path: '/admin/changes',
    component: AdminChangesScreen,
  });
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: ['/admin/changes'] }),
  });
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

test('who changed what of the tenant, and what it was before', async () => {
  show();
  const row = await screen.findByText('Name: Northgate → Northgate School');
  expect(row).toBeTruthy();
  expect(screen.getByText('Ada Admin')).toBeTruthy();
  expect(asked).toContain('/v1/admin/changes');
  await userEvent.click(screen.getByRole('button', { name: /Ada Admin, Changed, Site, Northgate School/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Site: Changed' });
  for (const text of ['10.1.2.3', 'Northgate → Northgate School', 'PUT /v1/sites/s-1'])
    expect(within(dialog).getByText(text)).toBeTruthy();
});

test('a tenant of which nobody has changed anything says what will appear', async () => {
  rows = [];
  show();
  expect(await screen.findByText(/What administrators change of the tenant/)).toBeTruthy();
});
