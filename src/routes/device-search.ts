import * as v from 'valibot';

/** An id that looks like a number is still an id. */
const id = v.fallback(
  v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.minLength(1), v.maxLength(128)),
  ),
  undefined,
);

/** What the search part of a device's address may hold; anything else is left out. */
export const deviceSearchSchema = v.object({
  tab: v.fallback(v.optional(v.literal('Alerts')), undefined),
  displayId: id,
  shareScreenPeer: id,
});
