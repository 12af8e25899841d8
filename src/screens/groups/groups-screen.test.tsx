import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, render, screen } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import { groupSchema, toGroup } from '#protocol/rest/group.ts';
import { tutorSchema } from '#protocol/rest/tutor.ts';
import { groupsQuery } from '../../rest/groups.ts';
import { createQueryClient } from '../../rest/query-client.ts';
import { tutorSelfQuery } from '../../rest/tutors.ts';
import { signedIn } from '../../session/fakes/signed-in.ts';
import { session } from '../../session/session-state.ts';
import { GroupsScreen } from './groups-screen.tsx';

afterEach(() => {
  session.state = { name: 'unknown' };
});

const group = (id: string) =>
  toGroup(v.parse(groupSchema, { id, name: id, definitionName: 'userGroup', properties: {} }));
const tutor = (favouriteGroups: string[]) =>
  v.parse(tutorSchema, {
    id: 't',
    primaryEmail: 'terry@demo.example',
    permissions: ['7A', '7B', '7C'],
    preferences: { favouriteGroups },
  });

test('a group moves to the top when the pointer has left the list, not under it', async () => {
  session.state = signedIn();
  const client = createQueryClient();
  client.setQueryDefaults([], { staleTime: Number.POSITIVE_INFINITY });
  client.setQueryData(groupsQuery().queryKey, ['7A', '7B', '7C'].map(group));
  client.setQueryData(tutorSelfQuery().queryKey, tutor([]));
  const root = createRootRoute();
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/', component: GroupsScreen }),
    createRoute({ getParentRoute: () => root, path: '/group/$groupId' }),
  ];
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory() });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const table = await screen.findByRole('table');
  const order = () => screen.getAllByRole('link', { name: /^7/ }).map(({ textContent }) => textContent);
  const list = table.closest('div[class*=list]') as Element;
  fireEvent.pointerEnter(list);
  act(() => void client.setQueryData(tutorSelfQuery().queryKey, tutor(['7C'])));
  expect(await screen.findByRole('button', { name: 'Remove 7C from favourites' })).toBeDefined();
  expect(order()).toEqual(['7A', '7B', '7C']);
  fireEvent.pointerLeave(list);
  expect(order()).toEqual(['7C', '7A', '7B']);
});
