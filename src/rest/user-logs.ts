import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type UserLog, userLogListSchema, userLogTimesListSchema } from '#protocol/rest/user-log.ts';
import { deleteDocument, getDocument } from './http.ts';

/** Rows per page of the alerts table. */
const LOG_PAGE_SIZE = 11;
/** Number of newest events that are counted; a badge shows 99 at most. */
const COUNTED_LOGS = 200;

function read(search: Record<string, string>, signal: AbortSignal): Promise<UserLog[]> {
  return getDocument(`/userlogs?${new URLSearchParams(search)}`, userLogListSchema, { signal });
}

/** Selects the events of a group's members, or of one user. */
export type LogsOf = { groupId: string } | { userId: string };

/** The newest events, for the counts on a badge and on the bells of cards. */
export const newestLogsQuery = (of: LogsOf) =>
  queryOptions({
    queryKey: ['userlogs', of, 'newest'],
    queryFn: ({ signal }) => read({ ...of, limit: String(COUNTED_LOGS) }, signal),
  });

/** The last row of the previous page; undefined for the first page. */
type PageStart = { time: string; id: string } | undefined;
type LogPage = { rows: UserLog[]; next: PageStart };

async function readPage(of: LogsOf, start: PageStart, signal: AbortSignal): Promise<LogPage> {
  // One extra row shows whether there is another page.
  const limit = String(LOG_PAGE_SIZE + 1);
  const after = start && { _lt_timeTriggered: start.time, _lt_id: start.id };
  const found = await read({ ...of, limit, ...after }, signal);
  const rows = found.slice(0, LOG_PAGE_SIZE);
  const last = rows.at(-1);
  if (last === undefined || found.length <= rows.length) return { rows, next: undefined };
  return { rows, next: { time: last.timeTriggered, id: last.id } };
}

/** The events in pages, newest first; the next page is requested by the last row's time and id. */
export const logPagesQuery = (of: LogsOf) =>
  infiniteQueryOptions({
    queryKey: ['userlogs', of, 'pages'],
    queryFn: ({ pageParam, signal }) => readPage(of, pageParam, signal),
    initialPageParam: undefined as PageStart,
    getNextPageParam: (last: LogPage) => last.next,
  });

/** Deletes all alerts of a group or a user. Throws AppError; the caller chooses the message. */
export async function cleanUpLogs(of: LogsOf): Promise<void> {
  await deleteDocument(`/userlogs?${new URLSearchParams(of)}`);
}

/** Alert times after `since` (ISO 8601) of all users of the site in one request; for maintainers. */
export const alertTimesQuery = (since: string) =>
  queryOptions({
    queryKey: ['userlogs', 'times', since],
    queryFn: ({ signal }) =>
      getDocument(`/userlogs/times?${new URLSearchParams({ since })}`, userLogTimesListSchema, { signal }),
  });
