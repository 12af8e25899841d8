import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import type { RoleName } from '#domain/people/roles.ts';
import { groupSchema, toGroup } from '#protocol/rest/group.ts';
import { tutorSchema } from '#protocol/rest/tutor.ts';
import { groupsQuery } from '#rest/groups.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { tutorSelfQuery } from '#rest/tutors.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { toasts } from '../toasts/toasts.ts';
import { useShownGroup } from './shown-group.tsx';

const MATHS = toGroup(
  v.parse(groupSchema, { id: 'maths', name: 'Mathematics', definitionName: 'userGroup', properties: {} }),
);
const as = (roles: readonly RoleName[]) => {
  session.state = signedIn({ roles });
};

afterEach(() => {
  cleanup();
  toasts.state.list.length = 0;
  session.state = { name: 'unknown' };
});

function Screen() {
  const { group, instead } = useShownGroup('maths', 'Loading');
  return group === undefined ? instead : <h1>{group.title}</h1>;
}

async function open({ roles, permissions }: { roles: readonly RoleName[]; permissions: string[] }) {
  as(roles);
  const client = createQueryClient();
  const given = (ids: string[]) =>
    client.setQueryData(
      tutorSelfQuery().queryKey,
      v.parse(tutorSchema, { id: 't', primaryEmail: 't@demo.example', permissions: ids, preferences: {} }),
    );
  client.setQueryData(groupsQuery().queryKey, [MATHS]);
  given(permissions);
  const history = createMemoryHistory({ initialEntries: ['/group/maths'] });
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen, notFoundComponent: Screen }),
    history,
  });
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    );
  });
  return { client, given, path: () => history.location.pathname };
}
const said = () => toasts.state.list.map(({ title, text }) => `${title}: ${text}`);

test('a group that is taken from who looks at it leads home, and says what to do', async () => {
  const { given, path } = await open({ roles: ['consoleUser'], permissions: ['maths'] });
  expect(screen.getByRole('heading').textContent).toBe('Mathematics');
  await act(async () => void given([]));
  await waitFor(() => expect(path()).toBe('/'));
  // The words come in a script of their own.
  await waitFor(() => expect(said()).toHaveLength(1));
  expect(said()).toEqual([
    'You do not see Mathematics any more: It was deleted, or you were taken out of those who may see it. Ask whoever manages the groups of your school to give it back.',
  ]);
});

test('one that was shown by a role says that the role is gone', async () => {
  const { path } = await open({ roles: ['consoleUser', 'groupMaintainer'], permissions: [] });
  await act(async () => as(['consoleUser']));
  await waitFor(() => expect(path()).toBe('/'));
  await waitFor(() => expect(said()).toHaveLength(1));
  expect(said()).toEqual([expect.stringContaining('You are no group maintainer any more')]);
});

test('an old address leads home without a word', async () => {
  const { path } = await open({ roles: ['consoleUser'], permissions: [] });
  await waitFor(() => expect(path()).toBe('/'));
  expect(said()).toEqual([]);
});
