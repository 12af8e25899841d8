/** Actions and changes of tutors, as the events page reads them; for the role siteLogViewer. */
import * as v from 'valibot';

/** Rows of a page by default. */
export const EVENT_PAGE_SIZE = 30;
const MAX_PAGE_SIZE = 500;

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const timestamp = v.pipe(v.string(), v.isoTimestamp());

export const logLimitSchema = v.optional(
  v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(1), v.maxValue(MAX_PAGE_SIZE)),
  String(EVENT_PAGE_SIZE),
);

/** One action of one tutor. A name is `null` if it is no longer known. */
export const tutorActionLogSchema = v.object({
  id: v.string(),
  /** ISO 8601. */
  loggedTime: v.string(),
  tutorId: v.string(),
  tutorName: v.nullable(v.string()),
  action: v.string(),
  /** Without passwords; several targets are listed in `targets`. */
  parameters: v.record(v.string(), v.unknown()),
  targetGroupId: v.nullable(v.string()),
  targetGroupName: v.nullable(v.string()),
  /** Name of the person at that time. */
  targetUserName: v.nullable(v.string()),
  /** In the form of `combinedTarget` in `topics.ts`, or the topic level without a target: `siterunners`. */
  combinedTargetIdentifier: v.nullable(v.string()),
});
export type TutorActionLog = v.InferOutput<typeof tutorActionLogSchema>;

/** Values before and after a change. For a list: the removed and the added entries. */
const changedFieldSchema = v.object({
  field: v.string(),
  before: v.array(v.string()),
  after: v.array(v.string()),
});
export type ChangedField = v.InferOutput<typeof changedFieldSchema>;

/** One change of one resource. */
export const resourceLogSchema = v.object({
  id: v.string(),
  /** ISO 8601. */
  loggedTime: v.string(),
  tutorId: v.string(),
  tutorName: v.nullable(v.string()),
  parameters: v.looseObject({
    method: v.optional(v.string()),
    path: v.optional(v.string()),
    /** Network address from which the change came; only in the list of the admin realm. */
    from: v.optional(v.string()),
    /** Name of the resource when it was changed. */
    name: v.optional(v.string()),
    /** Only for a change in the admin realm. */
    changes: v.optional(v.array(changedFieldSchema)),
  }),
  /** The collection's path without the slash. */
  resourceType: v.string(),
  resourceId: v.nullable(v.string()),
  resourceName: v.nullable(v.string()),
});
export type ResourceLog = v.InferOutput<typeof resourceLogSchema>;

export const tutorActionLogListSchema = v.array(tutorActionLogSchema);
export const resourceLogListSchema = v.array(resourceLogSchema);

const pageSchema = v.object({
  limit: logLimitSchema,
  /** ISO 8601: only rows from then on. */
  _gte_loggedTime: v.optional(timestamp),
  /** ISO 8601: only older rows. With `_lt_id` also those of that moment whose id comes after that row's. */
  _lt_loggedTime: v.optional(timestamp),
  _lt_id: v.optional(id),
});

/** `GET /actions`: newest first. The next page is requested with the last row's time and id. */
export const tutorActionQuerySchema = v.object({
  ...pageSchema.entries,
  tutorId: v.optional(id),
  action: v.optional(id),
});

/** `GET /site-resources`: the same for changes. `GET /admin/changes`: for changes in the admin realm. */
export const resourceLogQuerySchema = v.object({
  ...pageSchema.entries,
  tutorId: v.optional(id),
  resourceType: v.optional(id),
});

/** A person, device or tutor by which events can be filtered. */
export const eventChoiceSchema = v.object({ id: v.string(), name: v.string() });
export const eventChoiceListSchema = v.array(eventChoiceSchema);
export type EventChoice = v.InferOutput<typeof eventChoiceSchema>;

/**
 * `GET /userlogs/people`, `/userlogs/devices`, `/actions/tutors` and `/admin/changes/tutors`: people, devices
 * or tutors of the site or admin realm whose name contains the text, at most `MAX_EVENT_CHOICES`. With `id`
 * the one with that id, so that an address with an id can be displayed with a name.
 */
export const eventChoiceQuerySchema = v.object({
  name: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  id: v.optional(id),
});
export const MAX_EVENT_CHOICES = 20;
