import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { groupSchema, toGroup } from '#protocol/rest/group.ts';
import { tutorSchema } from '#protocol/rest/tutor.ts';
import { groupsQuery } from '#rest/groups.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { tutorSelfQuery } from '#rest/tutors.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { groupsSearchSchema } from '../../routes/page-search.ts';
import { GroupsScreen } from './groups-screen.tsx';

afterEach(() => {
  vi.useRealTimers();
  session.state = { name: 'unknown' };
});

const group = (id: string) =>
  toGroup(v.parse(groupSchema, { id, name: id, definitionName: 'userGroup', properties: {} }));
const tutor = (permissions: readonly string[], favouriteGroups: string[]) =>
  v.parse(tutorSchema, {
    id: 't',
    primaryEmail: 'terry@demo.example',
    permissions: [...permissions],
    preferences: { favouriteGroups },
  });

function open(ids: readonly string[]) {
  session.state = signedIn();
  const client = createQueryClient();
  client.setQueryDefaults([], { staleTime: Number.POSITIVE_INFINITY });
  client.setQueryData(groupsQuery().queryKey, ids.map(group));
  client.setQueryData(tutorSelfQuery().queryKey, tutor(ids, []));
  const root = createRootRoute();
  const shell = createRoute({ getParentRoute: () => root, id: 'console', component: Outlet });
  const routes = [
    createRoute({
      getParentRoute: () => shell,
      path: 'settings/groups',
      validateSearch: groupsSearchSchema,
      component: GroupsScreen,
    }),
    createRoute({ getParentRoute: () => shell, path: 'group/$groupId' }),
  ];
  const router = createRouter({
    routeTree: root.addChildren([shell.addChildren(routes)]),
    history: createMemoryHistory({ initialEntries: ['/settings/groups'] }),
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { client, router };
}

const order = () => screen.getAllByRole('link', { name: /^\d/ }).map(({ textContent }) => textContent);

test('a group moves to the top when the pointer has left the list, not under it', async () => {
  const { client } = open(['7A', '7B', '7C']);
  const table = await screen.findByRole('table');
  const list = table.closest('div[class*=list]') as Element;
  fireEvent.pointerEnter(list);
  act(() => void client.setQueryData(tutorSelfQuery().queryKey, tutor(['7A', '7B', '7C'], ['7C'])));
  expect(await screen.findByRole('button', { name: 'Remove 7C from favourites' })).toBeDefined();
  expect(order()).toEqual(['7A', '7B', '7C']);
  fireEvent.pointerLeave(list);
  expect(order()).toEqual(['7C', '7A', '7B']);
});

test('ten groups stand on a page, or as many as one chooses; page and length stand in the address', async () => {
  const { router } = open(Array.from({ length: 45 }, (_, i) => `${i + 1} Class`));
  await screen.findByRole('table');
  expect(order()).toHaveLength(10);
  fireEvent.click(screen.getByRole('button', { name: 'Page 5' }));
  await waitFor(() => expect(order()).toEqual([41, 42, 43, 44, 45].map((n) => `${n} Class`)));
  expect(router.state.location.search).toEqual({ page: 5 });
  fireEvent.change(screen.getByRole('combobox', { name: 'Groups per page' }), { target: { value: '40' } });
  await waitFor(() => expect(order()).toHaveLength(40));
  expect(router.state.location.search).toEqual({ perPage: 40 });
});

test('a search waits until nothing has been typed for 300 ms', async () => {
  open(['7A', '7B', '8C']);
  await screen.findByRole('table');
  vi.useFakeTimers();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search groups...' }), { target: { value: '8' } });
  await act(() => vi.advanceTimersByTimeAsync(290));
  expect(order()).toHaveLength(3);
  await act(() => vi.advanceTimersByTimeAsync(20));
  expect(order()).toEqual(['8C']);
});

test.each([
  [15, false],
  [16, true],
])('with %i groups the table has a height of its own: %s', async (count, scrolls) => {
  open(Array.from({ length: count }, (_, i) => `${i + 1} Class`));
  const table = await screen.findByRole('table');
  expect(table.closest('[data-scrolls]') !== null).toBe(scrolls);
});
