/** Returns the requested page of a list that is read as a whole. */
import type { FastifyRequest } from 'fastify';
import { parseBody } from '#http/parse-body.ts';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import { pageOf, takePage } from '#store/page.ts';

/** A whole list keeps the repository's order (by name). Pages are in descending order of ids. */
export function pageIn<T extends { id: string }>(request: FastifyRequest, items: readonly T[]): readonly T[] {
  const query = parseBody(pageQuerySchema, request.query);
  return query.limit === undefined && query._lt_id === undefined ? items : takePage(items, pageOf(query));
}
