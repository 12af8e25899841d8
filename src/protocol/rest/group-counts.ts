/** Numbers about the groups of a site, for group maintainers. */
import * as v from 'valibot';

/** The devices of the site that match some patterns. `devices`: the first of them by name. */
export const patternMatchesSchema = v.object({
  count: v.number(),
  /** Number of devices of the site. */
  of: v.number(),
  devices: v.array(v.object({ id: v.string(), hostname: v.string() })),
});
export type PatternMatches = v.InferOutput<typeof patternMatchesSchema>;

/** `GET /groups/counts`, for group maintainers: numbers of members and tutors of each group of the site. */
export const groupCountSchema = v.object({ id: v.string(), members: v.number(), tutors: v.number() });
export const groupCountListSchema = v.array(groupCountSchema);
export type GroupCount = v.InferOutput<typeof groupCountSchema>;
