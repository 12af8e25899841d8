/**
 * Paged reads: `?limit=n&_sort=id&_order=desc[&_lt_id=lastId]`, repeated until a page is shorter than the
 * limit. Without `limit` a list is answered whole, up to `MAX_LIMIT`.
 */
import * as v from 'valibot';

export const MAX_LIMIT = 500;

export const pageQuerySchema = v.object({
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(1), v.maxValue(MAX_LIMIT)),
  ),
  _sort: v.optional(v.literal('id')),
  _order: v.optional(v.literal('desc')),
  _lt_id: v.optional(v.pipe(v.string(), v.maxLength(128))),
});
export type PageQuery = v.InferOutput<typeof pageQuerySchema>;
