/** The part of a list that a call asks for, where the list is read whole. */
import type { FastifyRequest } from 'fastify';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import { parseBody } from '../http/parse-body.ts';
import { pageOf, takePage } from '../store/page.ts';

/** Whole lists stay as the repository orders them (by name); pages go by descending id. */
export function pageIn<T extends { id: string }>(request: FastifyRequest, items: readonly T[]): readonly T[] {
  const query = parseBody(pageQuerySchema, request.query);
  return query.limit === undefined && query._lt_id === undefined ? items : takePage(items, pageOf(query));
}
