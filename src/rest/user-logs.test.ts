import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consoleSession } from '#session/console-session.ts';
import { createQueryClient } from './query-client.ts';
import { cleanUpLogs, logPagesQuery, newestLogsQuery } from './user-logs.ts';

let asked: string[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('location', new URL('http://demo.localhost/'));
  vi.stubGlobal('localStorage', { getItem: () => 'http://platform.example' });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address);
    asked.push(`${init.method ?? 'GET'} ${url.pathname}${url.search}`);
    return Response.json(init.method === 'DELETE' ? { deleted: 1 } : []);
  });
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  [{ groupId: 'g1' }, 'groupId=g1'],
  [{ userId: 'u1' }, 'userId=u1'],
])('the events of %j are read, by pages too, and removed', async (of, search) => {
  const client = createQueryClient();
  await client.fetchQuery(newestLogsQuery(of));
  await client.fetchInfiniteQuery(logPagesQuery(of));
  await cleanUpLogs(of);
  expect(asked).toEqual([
    `GET /v1/userlogs?${search}&limit=200`,
    `GET /v1/userlogs?${search}&limit=12`,
    `DELETE /v1/userlogs?${search}`,
  ]);
});
