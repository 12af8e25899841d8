import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RoleName } from '#domain/people/roles.ts';
import { liveConnection, onDemand } from '#live/live-connection.ts';
import { groupSchema, toGroup } from '#protocol/rest/group.ts';
import { tutorSchema } from '#protocol/rest/tutor.ts';
import { groupsQuery } from '#rest/groups.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { tutorSelfQuery } from '#rest/tutors.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { loadVisibleGroups, useIsGroupAwaited, useVisibleGroups } from './visible-groups.ts';

const group = (id: string, permittedHostnames: string[]) =>
  toGroup(
    v.parse(groupSchema, { id, name: id, definitionName: 'userGroup', properties: { permittedHostnames } }),
  );

/** Says where the runners are, and what the one that is asked over HTTPS says. */
let ask: ReturnType<typeof vi.fn<(found: (url: string) => void) => Promise<void>>>;
let name: string | undefined;

const runnerAt = (...urls: string[]) =>
  ask.mockImplementation(async (found) => {
    for (const url of urls) found(url);
  });

beforeEach(() => {
  ask = vi.spyOn(onDemand, 'siteRunners') as never;
  runnerAt('https://runner.school');
  name = 'PC-LAB-7';
  vi.stubGlobal('fetch', async (url: string) => {
    if (name === undefined || url !== 'https://runner.school/dnslookup') throw new TypeError('no route');
    return new Response(`${name}\n`);
  });
});
afterEach(() => {
  liveConnection.connection.set({ name: 'connecting', attempt: 1 });
  session.state = { name: 'unknown' };
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show(roles: readonly RoleName[], groups = [group('open', []), group('lab', ['pc-lab'])]) {
  session.state = signedIn({ roles });
  const client = createQueryClient();
  client.setQueryData(groupsQuery().queryKey, groups);
  const permissions = groups.map(({ id }) => id);
  const tutor = { id: 't', primaryEmail: 't@demo.example', permissions, preferences: {} };
  client.setQueryData(tutorSelfQuery().queryKey, v.parse(tutorSchema, tutor));
  const wrapper = (props: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{props.children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useVisibleGroups(), { wrapper });
  const awaited = (groupId: string) => renderHook(() => useIsGroupAwaited(groupId), { wrapper }).result;
  return { client, awaited, shown: () => result.current.groups.map(({ id }) => id) };
}

const connect = () => act(async () => liveConnection.connection.set({ name: 'connected', since: 0 }));

test('a group of a network appears when the runner of that network answers', async () => {
  const { client, shown } = show(['consoleUser']);
  expect(shown()).toEqual(['open']);
  expect(ask).not.toHaveBeenCalled();
  await connect();
  await waitFor(() => expect(shown()).toEqual(['lab', 'open']));
  expect((await loadVisibleGroups(client, false)).groups).toHaveLength(2);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('it stays hidden where no runner answers, another one does, or none can be reached from here', async () => {
  runnerAt();
  const without = show(['consoleUser']);
  await connect();
  expect(without.shown()).toEqual(['open']);
  runnerAt('https://runner.school');
  name = 'elsewhere';
  const elsewhere = show(['consoleUser']);
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  expect(elsewhere.shown()).toEqual(['open']);
  name = undefined;
  const outside = show(['consoleUser']);
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(3));
  expect(outside.shown()).toEqual(['open']);
});

test('nobody is asked where it changes nothing', async () => {
  const maintainer = show(['groupMaintainer']);
  await connect();
  expect(maintainer.shown()).toEqual(['lab', 'open']);
  show(['consoleUser'], [group('open', [])]);
  expect(ask).not.toHaveBeenCalled();
});

test('a runner that is silent for once has the name it had', async () => {
  const { client, shown } = show(['consoleUser']);
  await connect();
  await waitFor(() => expect(shown()).toEqual(['lab', 'open']));
  runnerAt();
  await act(() => client.invalidateQueries());
  expect(ask).toHaveBeenCalledTimes(2);
  expect((await loadVisibleGroups(client, false)).groups).toHaveLength(2);
  expect(shown()).toEqual(['lab', 'open']);
});

test('the group goes when the console is carried into another network', async () => {
  const { client, shown } = show(['consoleUser']);
  await connect();
  await waitFor(() => expect(shown()).toEqual(['lab', 'open']));
  name = undefined;
  await act(() => client.invalidateQueries());
  await waitFor(() => expect(shown()).toEqual(['open']));
});

test('of several runners the one that can be reached counts', async () => {
  runnerAt('https://annex.school', 'https://runner.school');
  const { shown } = show(['consoleUser']);
  await connect();
  await waitFor(() => expect(shown()).toEqual(['lab', 'open']));
});

test('a group of a network is awaited until the runner has answered, no other one is', async () => {
  let answer: () => void = () => {};
  ask.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  const { awaited } = show(['consoleUser']);
  const [lab, open, none] = [awaited('lab'), awaited('open'), awaited('none')];
  await connect();
  expect([lab.current, open.current, none.current]).toEqual([true, false, false]);
  await act(async () => answer());
  await waitFor(() => expect(lab.current).toBe(false));
});

test('after a few seconds it is awaited no more', async () => {
  vi.useFakeTimers();
  ask.mockImplementation(() => new Promise(() => {}));
  const lab = show(['consoleUser']).awaited('lab');
  await connect();
  expect(lab.current).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(lab.current).toBe(false);
  vi.useRealTimers();
});
