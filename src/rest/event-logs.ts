/** The three paged logs of the events page: events on devices, tutors' actions, and tutors' changes. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type * as v from 'valibot';
import {
  EVENT_PAGE_SIZE,
  eventChoiceListSchema,
  type ResourceLog,
  resourceLogListSchema,
  type TutorActionLog,
  tutorActionLogListSchema,
} from '#protocol/rest/event-log.ts';
import { type UserLog, userLogListSchema } from '#protocol/rest/user-log.ts';
import { getDocument } from './http.ts';

/** `person`: the student of student events, otherwise the tutor. Times: ISO 8601, `before` exclusive. */
export type EventFilters = {
  person?: string | undefined;
  device?: string | undefined;
  kind?: string | undefined;
  from?: string | undefined;
  before?: string | undefined;
};

export type EventLog<Row extends { id: string }> = {
  path: string;
  schema: v.GenericSchema<unknown, Row[]>;
  time: 'timeTriggered' | 'loggedTime';
  timeOf: (row: Row) => string;
  /** Query parameter names of the filters that the service supports. */
  names: { person: string; kind: string; device?: string };
};

export const STUDENT_EVENTS: EventLog<UserLog> = {
  path: '/userlogs',
  schema: userLogListSchema,
  time: 'timeTriggered',
  timeOf: ({ timeTriggered }) => timeTriggered,
  names: { person: 'userId', device: 'clientId', kind: 'kind' },
};
export const TUTOR_EVENTS: EventLog<TutorActionLog> = {
  path: '/actions',
  schema: tutorActionLogListSchema,
  time: 'loggedTime',
  timeOf: ({ loggedTime }) => loggedTime,
  names: { person: 'tutorId', kind: 'action' },
};
export const RESOURCE_EVENTS: EventLog<ResourceLog> = {
  path: '/site-resources',
  schema: resourceLogListSchema,
  time: 'loggedTime',
  timeOf: ({ loggedTime }) => loggedTime,
  names: { person: 'tutorId', kind: 'resourceType' },
};
/** The changes made in the admin realm. */
export const ADMIN_CHANGES: EventLog<ResourceLog> = { ...RESOURCE_EVENTS, path: '/admin/changes' };

/** The last row of a page; the next page starts after it. */
type After = { time: string; id: string } | undefined;

function readRows<Row extends { id: string }>(
  log: EventLog<Row>,
  filters: EventFilters,
  page: { after: After; limit: number; signal: AbortSignal },
): Promise<Row[]> {
  const search = new URLSearchParams({ limit: String(page.limit) });
  const { person, kind, device } = log.names;
  const named = [
    [person, filters.person],
    [kind, filters.kind],
    [device, filters.device],
    [`_gte_${log.time}`, filters.from],
    [`_lt_${log.time}`, page.after?.time ?? filters.before],
    ['_lt_id', page.after?.id],
  ] as const;
  for (const [name, value] of named) if (name !== undefined && value !== undefined) search.set(name, value);
  return getDocument(`${log.path}?${search}`, log.schema, { signal: page.signal });
}

const afterRow = <Row extends { id: string }>(log: EventLog<Row>, rows: readonly Row[], limit: number) => {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? undefined : { time: log.timeOf(last), id: last.id };
};

/**
 * The events in pages, newest first. Refreshed only on request, because each refresh of a list of a thousand
 * pages would read all of it.
 */
export const eventPagesQuery = <Row extends { id: string }>(log: EventLog<Row>, filters: EventFilters) =>
  infiniteQueryOptions({
    queryKey: ['events', log.path, filters],
    queryFn: ({ pageParam, signal }) =>
      readRows(log, filters, { after: pageParam, limit: EVENT_PAGE_SIZE, signal }),
    initialPageParam: undefined as After,
    getNextPageParam: (rows: Row[]) => afterRow(log, rows, EVENT_PAGE_SIZE),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The limit for counting newer events; beyond it the count is shown as “more than”. */
export const MAX_NEW_EVENTS = 30;
const POLL_INTERVAL_MS = 20_000;

/** Number of rows in `found` above the previously newest row. With a class, many rows share its time. */
function countNewer<Row extends { id: string }>(
  log: EventLog<Row>,
  found: readonly Row[],
  newest: Row | undefined,
) {
  const at = found.findIndex(({ id }) => id === newest?.id);
  if (at !== -1) return at;
  if (newest === undefined || found.length > MAX_NEW_EVENTS) return found.length;
  // The previously newest row was deleted meanwhile.
  return found.filter((row) => log.timeOf(row) > log.timeOf(newest)).length;
}

/**
 * The number of events since the list was read, whose first row was `newest`; at most one above the limit.
 * Polled at intervals, and when the page regains focus.
 */
export const newerEventsQuery = <Row extends { id: string }>(
  log: EventLog<Row>,
  filters: EventFilters,
  newest: Row | undefined,
) =>
  queryOptions({
    queryKey: ['events', log.path, filters, 'newer', newest?.id],
    queryFn: async ({ signal }) => {
      const since = { ...filters, from: newest === undefined ? filters.from : log.timeOf(newest) };
      const page = { after: undefined, limit: MAX_NEW_EVENTS + 1, signal };
      return countNewer(log, await readRows(log, since, page), newest);
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
    refetchOnWindowFocus: true,
    retry: false,
  });

/** Rows per request when all events are read. */
const ROWS_PER_REQUEST = 500;

/** Reads all rows, newest first, up to `most`. Throws AppError. */
export async function readAllEvents<Row extends { id: string }>(
  log: EventLog<Row>,
  filters: EventFilters,
  read: { most: number; signal: AbortSignal; onProgress: (count: number) => void },
): Promise<{ rows: Row[]; isWhole: boolean }> {
  const rows: Row[] = [];
  for (let after: After; ; ) {
    const page = await readRows(log, filters, { after, limit: ROWS_PER_REQUEST, signal: read.signal });
    rows.push(...page);
    after = afterRow(log, page, ROWS_PER_REQUEST);
    if (rows.length > read.most) return { rows: rows.slice(0, read.most), isWhole: false };
    read.onProgress(rows.length);
    if (after === undefined) return { rows, isWhole: true };
  }
}

export type ChoicePath =
  | '/userlogs/people'
  | '/userlogs/devices'
  | '/actions/tutors'
  | '/admin/changes/tutors';

/** The people or devices to filter events by: those whose name contains the text, or the one with the id. */
export const eventChoicesQuery = (path: ChoicePath, of: { name: string } | { id: string }) =>
  queryOptions({
    queryKey: ['events', 'choices', path, of],
    queryFn: ({ signal }) =>
      getDocument(`${path}?${new URLSearchParams(of)}`, eventChoiceListSchema, { signal }),
  });
