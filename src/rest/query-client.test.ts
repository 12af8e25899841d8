import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { createQueryClient, invalidateChanged } from './query-client.ts';

const changed = (resource: string, id?: string) => ({
  resource,
  ...(id !== undefined && { id }),
  change: 'updated' as const,
  at: 1,
});

afterEach(() => vi.restoreAllMocks());

test('what a read does not find any more leaves the screen, and every failure is logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const client = createQueryClient();
  const answers = [new AppError('not-found', 'gone'), new AppError('invalid', 'broken')];
  const read = (queryKey: string[]) =>
    client
      .fetchQuery({
        queryKey,
        staleTime: 0,
        queryFn: () => Promise.reject(answers.shift()),
      })
      .catch((error: AppError) => error.code);
  for (const id of ['u1', 'u2']) client.setQueryData(['users', id], { id }, { updatedAt: 1 });
  expect(await read(['users', 'u1'])).toBe('not-found');
  expect(client.getQueryData(['users', 'u1'])).toBeUndefined();
  expect(await read(['users', 'u2'])).toBe('invalid');
  expect(client.getQueryData(['users', 'u2'])).toEqual({ id: 'u2' });
  expect(warn.mock.calls.map(([text]) => text)).toEqual(['Error fetching data', 'Error fetching data']);
});

test.each([
  ['a short wait is waited for', 1, 3],
  ['a long wait is said at once', 60, 1],
])('%s', async (_, retryAfter, times) => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  let asked = 0;
  const client = createQueryClient();
  const queryFn = () => {
    asked += 1;
    return Promise.reject(new AppError('server', 'busy', { detail: { status: 429, retryAfter } }));
  };
  const stop = new QueryObserver(client, { queryKey: ['groups'], queryFn }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(900);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(times);
  stop();
  vi.useRealTimers();
});

function setUp() {
  const client = createQueryClient();
  const asked: string[] = [];
  const stops = [['groups'], ['groups', 'g1', 'members'], ['policies'], ['tutors', 'self']].map(
    (queryKey) => {
      client.setQueryData(queryKey, 'known');
      const queryFn = async () => {
        asked.push(queryKey.join('/'));
        return 'new';
      };
      return new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
    },
  );
  return { client, asked, stop: () => stops.map((each) => each()) };
}

test('a change is asked for again wherever the resource is shown, and nowhere else', async () => {
  const { client, asked, stop } = setUp();
  await invalidateChanged(client, [changed('groups', 'g1')]);
  expect(asked.sort()).toEqual(['groups', 'groups/g1/members']);
  stop();
});

test('many changes of a resource ask once', async () => {
  const { client, asked, stop } = setUp();
  await invalidateChanged(client, [
    changed('groups', 'g1'),
    changed('groups', 'g2'),
    changed('groups/g1/policies'),
    changed('tutors', 't1'),
  ]);
  expect(asked.sort()).toEqual(['groups', 'groups/g1/members', 'tutors/self']);
  stop();
});

test('what nobody shows is asked for when it is shown again', async () => {
  const { client, asked, stop } = setUp();
  stop();
  await invalidateChanged(client, [changed('policies')]);
  expect(asked).toEqual([]);
  expect(client.getQueryState(['policies'])?.isInvalidated).toBe(true);
});
