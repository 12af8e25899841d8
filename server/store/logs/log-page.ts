/** Pages of logs, newest first; each page starts after the last row of the previous one. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';

export type LogPage = {
  limit: number;
  /** Only rows from this time on. */
  since?: Date | undefined;
  /** Only older rows. With `beforeId` also rows of the same time with an id that sorts after it. */
  before?: Date | undefined;
  beforeId?: string | undefined;
};

/** Hundreds of rows may have the same time; without the id a page would skip the rest of them. */
export function isInPage(
  columns: { time: string; id: string },
  { since, before, beforeId }: LogPage,
): RawBuilder<SqlBool> {
  const time = sql.ref(columns.time);
  const from = since === undefined ? sql`true` : sql`${time} >= ${since}`;
  if (before === undefined) return sql<SqlBool>`${from}`;
  const to =
    beforeId === undefined
      ? sql`${time} < ${before}`
      : sql`(${time}, ${sql.ref(columns.id)}) < (${before}, ${beforeId})`;
  return sql<SqlBool>`${from} and ${to}`;
}

type PageQuery = { limit: number; _lt_id?: string | undefined };

const dateOf = (time: string | undefined) => (time === undefined ? undefined : new Date(time));

export const logPageOf = (
  { limit, _lt_id: beforeId }: PageQuery,
  times: { since: string | undefined; before: string | undefined },
): LogPage => ({ limit, since: dateOf(times.since), before: dateOf(times.before), beforeId });
