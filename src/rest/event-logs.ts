/** The three logs of the events page, page by page: what happened on devices, what tutors did, what they changed. */
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

/** `person`: of students' events the student, of the others the tutor. Times are ISO 8601; `before` is not within. */
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
  /** The names of the filters in the address of the service; it has no others. */
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
/** Of the admin realm. */
export const ADMIN_CHANGES: EventLog<ResourceLog> = { ...RESOURCE_EVENTS, path: '/admin/changes' };

/** The last row of a page: the next one begins after it. */
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
 * The events by pages, newest first. They are read anew when a person asks for it, not with every change: a list of a
 * thousand pages would be read whole.
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

/** So many newer ones are counted; more are only said to be more. */
export const MOST_COUNTED = 30;
const LOOK_AGAIN_MS = 20_000;

/** How many of `found` stand above the row that was the newest; with a class, many share its moment. */
function countNewer<Row extends { id: string }>(
  log: EventLog<Row>,
  found: readonly Row[],
  newest: Row | undefined,
) {
  const at = found.findIndex(({ id }) => id === newest?.id);
  if (at !== -1) return at;
  if (newest === undefined || found.length > MOST_COUNTED) return found.length;
  // It was deleted meanwhile.
  return found.filter((row) => log.timeOf(row) > log.timeOf(newest)).length;
}

/**
 * How many events have come since the list was read, of which `newest` was the first row; up to one more than are counted.
 * Looked for now and then, and when somebody comes back to the page.
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
      const page = { after: undefined, limit: MOST_COUNTED + 1, signal };
      return countNewer(log, await readRows(log, since, page), newest);
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
    refetchOnWindowFocus: true,
    retry: false,
  });

/** Rows that one request of a whole reading asks for. */
const READ_AT_ONCE = 500;

/** All rows, newest first, up to `most`. Throws AppError. */
export async function readAllEvents<Row extends { id: string }>(
  log: EventLog<Row>,
  filters: EventFilters,
  read: { most: number; signal: AbortSignal; onProgress: (count: number) => void },
): Promise<{ rows: Row[]; isWhole: boolean }> {
  const rows: Row[] = [];
  for (let after: After; ; ) {
    const page = await readRows(log, filters, { after, limit: READ_AT_ONCE, signal: read.signal });
    rows.push(...page);
    after = afterRow(log, page, READ_AT_ONCE);
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

/** Whom events can be narrowed to: by a part of the name, or the one with the id. */
export const eventChoicesQuery = (path: ChoicePath, of: { name: string } | { id: string }) =>
  queryOptions({
    queryKey: ['events', 'choices', path, of],
    queryFn: ({ signal }) =>
      getDocument(`${path}?${new URLSearchParams(of)}`, eventChoiceListSchema, { signal }),
  });
