import * as v from 'valibot';

/** The router parses an id of digits as a number. */
const id = v.fallback(
  v.optional(
    v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.minLength(1), v.maxLength(128)),
  ),
  undefined,
);

/** The search parameters of a device's path; others are dropped. */
export const deviceSearchSchema = v.object({
  tab: v.fallback(v.optional(v.literal('Alerts')), undefined),
  displayId: id,
  shareScreenPeer: id,
});
