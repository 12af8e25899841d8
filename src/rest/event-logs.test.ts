import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consoleSession } from '#session/console-session.ts';
import {
  eventChoicesQuery,
  eventPagesQuery,
  newerEventsQuery,
  readAllEvents,
  STUDENT_EVENTS,
  TUTOR_EVENTS,
} from './event-logs.ts';
import { createQueryClient } from './query-client.ts';

let asked: string[];
/** How many rows there are; all of one moment. */
let total: number;

const rowAt = (number: number) => ({
  id: `log-${String(number).padStart(6, '0')}`,
  loggedTime: '2026-11-21T10:00:00.000Z',
  tutorId: 't',
  tutorName: null,
  action: 'lock',
  parameters: {},
  targetGroupId: null,
  targetGroupName: null,
  targetUserName: null,
  combinedTargetIdentifier: null,
});

beforeEach(() => {
  asked = [];
  total = 65;
  vi.stubGlobal('location', new URL('http://demo.localhost/'));
  vi.stubGlobal('localStorage', { getItem: () => 'http://platform.example' });
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address);
    asked.push(`${url.pathname}${url.search}`);
    if (url.pathname !== '/v1/actions') return Response.json([]);
    const from = Number(url.searchParams.get('_lt_id')?.slice(4) ?? total + 1) - 1;
    const count = Math.min(from, Number(url.searchParams.get('limit')));
    return Response.json(Array.from({ length: count }, (_, at) => rowAt(from - at)));
  });
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('what has come since stands above the newest row, also within one moment', async () => {
  const client = createQueryClient();
  const newer = (at: number | undefined) =>
    client.fetchQuery(
      newerEventsQuery(TUTOR_EVENTS, { kind: 'lock' }, at === undefined ? undefined : rowAt(at)),
    );
  expect(await newer(65)).toBe(0);
  expect(await newer(62)).toBe(3);
  expect(await newer(20)).toBe(31);
  expect(asked[0]).toBe('/v1/actions?limit=31&action=lock&_gte_loggedTime=2026-11-21T10%3A00%3A00.000Z');
  total = 5;
  // The newest one was deleted, or there was none.
  expect(await newer(9)).toBe(0);
  expect(await newer(undefined)).toBe(5);
});

test('pages of thirty go on after the last row, within one moment too', async () => {
  const client = createQueryClient();
  const { pages } = await client.fetchInfiniteQuery({ ...eventPagesQuery(TUTOR_EVENTS, {}), pages: 9 });
  expect(pages.map((page) => page.length)).toEqual([30, 30, 5]);
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(65);
  expect(asked).toEqual([
    '/v1/actions?limit=30',
    '/v1/actions?limit=30&_lt_loggedTime=2026-11-21T10%3A00%3A00.000Z&_lt_id=log-000036',
    '/v1/actions?limit=30&_lt_loggedTime=2026-11-21T10%3A00%3A00.000Z&_lt_id=log-000006',
  ]);
});

test('filters have the names of the service', async () => {
  const client = createQueryClient();
  const filters = {
    person: 'p',
    device: 'd',
    kind: 'k',
    from: '2026-01-01T00:00:00.000Z',
    before: '2026-02-01T00:00:00.000Z',
  };
  await client.fetchInfiniteQuery(eventPagesQuery(STUDENT_EVENTS, filters));
  await client.fetchQuery(eventChoicesQuery('/userlogs/people', { name: 'a&b' }));
  expect(asked).toEqual([
    '/v1/userlogs?limit=30&userId=p&kind=k&clientId=d&_gte_timeTriggered=2026-01-01T00%3A00%3A00.000Z&_lt_timeTriggered=2026-02-01T00%3A00%3A00.000Z',
    '/v1/userlogs/people?name=a%26b',
  ]);
});

test('a whole reading tells how far it is, and ends at its bound', async () => {
  total = 1_200;
  const progress: number[] = [];
  const read = (most: number) =>
    readAllEvents(
      TUTOR_EVENTS,
      {},
      {
        most,
        signal: new AbortController().signal,
        onProgress: (count) => progress.push(count),
      },
    );
  const whole = await read(5_000);
  expect([whole.rows.length, whole.isWhole]).toEqual([1_200, true]);
  expect(progress).toEqual([500, 1_000, 1_200]);
  const part = await read(700);
  expect([part.rows.length, part.isWhole]).toEqual([700, false]);
  const exact = await read(1_200);
  expect([exact.rows.length, exact.isWhole]).toEqual([1_200, true]);
});
