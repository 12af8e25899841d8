import * as v from 'valibot';

/** Published on `S/notifications/v1` after every REST change. `at`: epoch milliseconds. */
export const notificationSchema = v.object({
  /** The REST collection's path without the slash, for example `groups` or `tutors`. */
  resource: v.pipe(v.string(), v.maxLength(64)),
  id: v.optional(v.string()),
  change: v.picklist(['created', 'updated', 'deleted']),
  at: v.number(),
});
export type Notification = v.InferOutput<typeof notificationSchema>;
