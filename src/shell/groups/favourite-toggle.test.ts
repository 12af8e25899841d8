import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { Tutor } from '#protocol/rest/tutor.ts';
import { setFavourite } from './favourite-toggle.ts';

const key = ['tutors', 'self'];

const tutor: Tutor = {
  id: 't',
  primaryEmail: 't@demo.example',
  properties: {},
  permissions: [],
  liveRooms: [],
  preferences: { favouriteGroups: [] },
};

function clientWith(...favouriteGroups: string[]): QueryClient {
  const client = new QueryClient();
  client.setQueryData(key, { ...tutor, preferences: { favouriteGroups } });
  return client;
}
const shown = (client: QueryClient) => client.getQueryData<Tutor>(key)?.preferences.favouriteGroups;

afterEach(() => {
  vi.restoreAllMocks();
});

/** A platform that has these preferences, and what changes them there. */
function platformWith(...favouriteGroups: string[]) {
  const platform = {
    preferences: { favouriteGroups, theme: 'of the platform' } as Tutor['preferences'],
    change: vi.fn(async (change: (preferences: Tutor['preferences']) => Tutor['preferences']) => {
      platform.preferences = change(platform.preferences);
    }),
  };
  return platform;
}

test('a favourite shows before it is saved', async () => {
  const client = clientWith('a');
  const platform = platformWith('a');
  let answer = () => {};
  platform.change.mockImplementationOnce(async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
  });
  const done = setFavourite(client, 'b', true, platform.change);
  await vi.waitFor(() => expect(platform.change).toHaveBeenCalled());
  expect(shown(client)).toEqual(['a', 'b']);
  answer();
  await done;
  expect(shown(client)).toEqual(['a', 'b']);
});

test('a star that is set in an old copy leaves what another browser has saved meanwhile', async () => {
  const client = clientWith('a');
  const platform = platformWith('a', 'c');
  await Promise.all([
    setFavourite(client, 'b', true, platform.change),
    setFavourite(client, 'a', false, platform.change),
  ]);
  expect(platform.preferences).toEqual({ favouriteGroups: ['c', 'b'], theme: 'of the platform' });
  // What is shown is read anew.
  expect(client.getQueryState(key)?.isInvalidated).toBe(true);
});

test('a failed save takes back its own change only, and is logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const client = clientWith('a');
  let calls = 0;
  const save = async () => {
    calls += 1;
    if (calls === 1) throw new Error('refused');
  };
  await Promise.all([setFavourite(client, 'b', true, save), setFavourite(client, 'c', true, save)]);
  expect(shown(client)).toEqual(['a', 'c']);
  expect(log).toHaveBeenCalledOnce();
});

test('the read of who the tutor is goes on where a star is pressed before it has ended', async () => {
  const client = new QueryClient();
  let answer = (_: unknown) => {};
  const read = client.fetchQuery({
    queryKey: key,
    queryFn: () => new Promise((resolve) => (answer = resolve)),
  });
  await setFavourite(client, 'b', true, vi.fn());
  answer({ id: 't' });
  expect(await read).toEqual({ id: 't' });
});

test('what changes nothing is not sent', async () => {
  const client = clientWith('a');
  const save = vi.fn(async () => undefined);
  await setFavourite(client, 'a', true, save);
  await setFavourite(client, 'x', false, save);
  await setFavourite(client, '', true, save);
  expect(save).not.toHaveBeenCalled();
});
