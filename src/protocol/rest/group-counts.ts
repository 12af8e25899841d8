/** What the platform counts of the groups of a site, for group maintainers. */
import * as v from 'valibot';

/** Which devices of the site some patterns mean. `devices`: the first of them by their names, as many as people look through. */
export const patternMatchesSchema = v.object({
  count: v.number(),
  /** How many devices the site has. */
  of: v.number(),
  devices: v.array(v.object({ id: v.string(), hostname: v.string() })),
});
export type PatternMatches = v.InferOutput<typeof patternMatchesSchema>;

/** `GET /groups/counts`, for group maintainers: how many members and tutors each group of the site has. */
export const groupCountSchema = v.object({ id: v.string(), members: v.number(), tutors: v.number() });
export const groupCountListSchema = v.array(groupCountSchema);
export type GroupCount = v.InferOutput<typeof groupCountSchema>;
