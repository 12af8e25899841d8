import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient, invalidateChanged } from './query-client.ts';

const changed = (resource: string, id?: string) => ({
  resource,
  ...(id !== undefined && { id }),
  change: 'updated' as const,
  at: 1,
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
