/** Pages of a list by descending id. */
import type { PageQuery } from '#protocol/rest/paging.ts';
import { MAX_LIMIT } from '#protocol/rest/paging.ts';

/** At most `limit` rows with ids below `before`. */
export type Page = { limit: number; before: string | undefined };

export const pageOf = (query: PageQuery): Page => ({ limit: query.limit ?? MAX_LIMIT, before: query._lt_id });

/** Takes a page of a list in memory. Ids compare by their bytes, as in the tables. */
export function takePage<T extends { id: string }>(items: readonly T[], { limit, before }: Page): T[] {
  return [...items]
    .sort((a, b) => compareBytes(b.id, a.id))
    .filter((item) => before === undefined || compareBytes(item.id, before) < 0)
    .slice(0, limit);
}

const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
