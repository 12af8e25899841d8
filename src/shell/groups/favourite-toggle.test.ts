import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { Tutor } from '#protocol/rest/tutor.ts';
import { setFavourite } from './favourite-toggle.ts';

const key = ['tutors', 'self'];

function clientWith(...favouriteGroups: string[]): QueryClient {
  const client = new QueryClient();
  const tutor: Tutor = {
    id: 't',
    primaryEmail: 't@demo.example',
    properties: {},
    permissions: [],
    liveRooms: [],
    preferences: { favouriteGroups, theme: 'kept' },
  };
  client.setQueryData(key, tutor);
  return client;
}
const shown = (client: QueryClient) => client.getQueryData<Tutor>(key)?.preferences.favouriteGroups;

afterEach(() => {
  vi.restoreAllMocks();
});

test('a favourite shows before it is saved, and the whole object is sent', async () => {
  const client = clientWith('a');
  const saved: Tutor[] = [];
  let finish = () => {};
  const done = setFavourite(client, 'b', true, async (tutor) => {
    saved.push(tutor);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(shown(client)).toEqual(['a', 'b']);
  expect(saved[0]).toMatchObject({ id: 't', preferences: { favouriteGroups: ['a', 'b'], theme: 'kept' } });
  finish();
  await done;
  expect(shown(client)).toEqual(['a', 'b']);
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
  const save = vi.fn(async () => {});
  await setFavourite(client, 'a', true, save);
  await setFavourite(client, 'x', false, save);
  await setFavourite(client, '', true, save);
  expect(save).not.toHaveBeenCalled();
});
