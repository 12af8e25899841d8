import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type UserLog, userLogListSchema, userLogTimesListSchema } from '#protocol/rest/user-log.ts';
import { deleteDocument, getDocument } from './http.ts';

/** Rows of the alerts table. */
const LOG_PAGE_SIZE = 11;
/** How many of the newest events are counted; a badge shows no more than 99. */
const COUNTED_LOGS = 200;

function read(search: Record<string, string>, signal: AbortSignal): Promise<UserLog[]> {
  return getDocument(`/userlogs?${new URLSearchParams(search)}`, userLogListSchema, { signal });
}

/** Whose events: those of a group's members, or of a person. */
export type LogsOf = { groupId: string } | { userId: string };

/** The newest events: what a badge and the bells of cards count. */
export const newestLogsQuery = (of: LogsOf) =>
  queryOptions({
    queryKey: ['userlogs', of, 'newest'],
    queryFn: ({ signal }) => read({ ...of, limit: String(COUNTED_LOGS) }, signal),
  });

/** The last row of the page before; undefined: the newest come first. */
type PageStart = { time: string; id: string } | undefined;
type LogPage = { rows: UserLog[]; next: PageStart };

async function readPage(of: LogsOf, start: PageStart, signal: AbortSignal): Promise<LogPage> {
  // One more says whether there is another page.
  const limit = String(LOG_PAGE_SIZE + 1);
  const after = start && { _lt_timeTriggered: start.time, _lt_id: start.id };
  const found = await read({ ...of, limit, ...after }, signal);
  const rows = found.slice(0, LOG_PAGE_SIZE);
  const last = rows.at(-1);
  if (last === undefined || found.length <= rows.length) return { rows, next: undefined };
  return { rows, next: { time: last.timeTriggered, id: last.id } };
}

/** The events by pages, newest first; the next one is asked for by the last row's time and id. */
export const logPagesQuery = (of: LogsOf) =>
  infiniteQueryOptions({
    queryKey: ['userlogs', of, 'pages'],
    queryFn: ({ pageParam, signal }) => readPage(of, pageParam, signal),
    initialPageParam: undefined as PageStart,
    getNextPageParam: (last: LogPage) => last.next,
  });

/** Removes every alert of a group or a person. Throws AppError: the caller decides what to say. */
export async function cleanUpLogs(of: LogsOf): Promise<void> {
  await deleteDocument(`/userlogs?${new URLSearchParams(of)}`);
}

/** When each person of the site had alerts after `since` (ISO 8601): one read for a whole list; for maintainers. */
export const alertTimesQuery = (since: string) =>
  queryOptions({
    queryKey: ['userlogs', 'times', since],
    queryFn: ({ signal }) =>
      getDocument(`/userlogs/times?${new URLSearchParams({ since })}`, userLogTimesListSchema, { signal }),
  });
