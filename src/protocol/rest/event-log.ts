/** What tutors did and what they changed, as the events page reads it; for the role siteLogViewer. */
import * as v from 'valibot';

/** Rows of a page, unless told. */
export const EVENT_PAGE_SIZE = 30;
const MAX_PAGE_SIZE = 500;

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const timestamp = v.pipe(v.string(), v.isoTimestamp());

export const logLimitSchema = v.optional(
  v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(1), v.maxValue(MAX_PAGE_SIZE)),
  String(EVENT_PAGE_SIZE),
);

/** One action of one tutor. `null` where something has no name any more. */
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
  /** What the person was called at that time. */
  targetUserName: v.nullable(v.string()),
  /** As `combinedTarget` of `topics.ts` writes it, or the level of the topic that names no target, such as `siterunners`. */
  combinedTargetIdentifier: v.nullable(v.string()),
});
export type TutorActionLog = v.InferOutput<typeof tutorActionLogSchema>;

/** What was different before a change, and is after it. Of a list: what went, and what came. */
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
    /** The network address that the change came from; in the admin realm's list alone. */
    from: v.optional(v.string()),
    /** The thing's name when it was changed. */
    name: v.optional(v.string()),
    /** Of a change in the admin realm. */
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
  /** ISO 8601: from then on. */
  _gte_loggedTime: v.optional(timestamp),
  /** ISO 8601: only older rows, and with `_lt_id` those of that moment whose id comes after that row's, too. */
  _lt_loggedTime: v.optional(timestamp),
  _lt_id: v.optional(id),
});

/** `GET /actions`: newest first. The next page is asked for with the last row's time and id. */
export const tutorActionQuerySchema = v.object({
  ...pageSchema.entries,
  tutorId: v.optional(id),
  action: v.optional(id),
});

/** `GET /site-resources`: the same of changes. `GET /admin/changes`: of those in the admin realm, which are of no site. */
export const resourceLogQuerySchema = v.object({
  ...pageSchema.entries,
  tutorId: v.optional(id),
  resourceType: v.optional(id),
});

/** Somebody or something that events can be narrowed to. */
export const eventChoiceSchema = v.object({ id: v.string(), name: v.string() });
export const eventChoiceListSchema = v.array(eventChoiceSchema);
export type EventChoice = v.InferOutput<typeof eventChoiceSchema>;

/**
 * `GET /userlogs/people`, `/userlogs/devices`, `/actions/tutors` and `/admin/changes/tutors`: of a site, or the admin realm, those whose name holds the text, at most
 * `MAX_EVENT_CHOICES`; or the one with the id, so that an address with an id can be shown with a name.
 */
export const eventChoiceQuerySchema = v.object({
  name: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  id: v.optional(id),
});
export const MAX_EVENT_CHOICES = 20;
