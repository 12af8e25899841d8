/** Pages of logs: newest first, each after the last row of the one before it. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';

export type LogPage = {
  limit: number;
  /** From then on. */
  since?: Date | undefined;
  /** Only older rows, and with `beforeId` those of that moment whose id comes after that row's, too. */
  before?: Date | undefined;
  beforeId?: string | undefined;
};

/** Hundreds of rows may share a moment: without the id a page would begin after all of them. */
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
