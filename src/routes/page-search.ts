import * as v from 'valibot';

/** `page`: from 1; anything that is no page is the first. */
export const pageSearchSchema = v.object({
  page: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined),
});
