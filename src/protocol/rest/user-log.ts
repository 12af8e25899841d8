import * as v from 'valibot';
import { AUTH_TYPES } from '#domain/devices/device-type.ts';
import { logLimitSchema } from './event-log.ts';

/**
 * An event on a student's device: a row of the alerts table and of the events page. Its texts come from the
 * device. Loose: later screens read more of it.
 */
export const userLogSchema = v.looseObject({
  id: v.string(),
  /** ISO 8601: when the platform received it. */
  timeTriggered: v.string(),
  /** ISO 8601: when it happened by the clock of the device, which may be wrong. */
  deviceTime: v.optional(v.nullable(v.string())),
  userId: v.string(),
  userName: v.optional(v.nullable(v.string())),
  clientId: v.optional(v.nullable(v.string())),
  authType: v.optional(v.picklist(AUTH_TYPES), 'user'),
  userGroupIds: v.optional(v.array(v.string()), []),
  policyId: v.optional(v.nullable(v.string())),
  rule: v.optional(v.nullable(v.string())),
  text: v.optional(v.nullable(v.string())),
  effectType: v.optional(v.nullable(v.string())),
  actionType: v.optional(v.nullable(v.string())),
  context: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  mediaImages: v.optional(v.array(v.string()), []),
  /** Whether the site still has the person. A session counts while one of its devices is known. */
  isPersonKnown: v.optional(v.boolean()),
  /** The host name; null if no device is named or the site no longer knows it. */
  deviceName: v.optional(v.nullable(v.string())),
});
export const userLogListSchema = v.array(userLogSchema);
export type UserLog = v.InferOutput<typeof userLogSchema>;

/**
 * `GET /userlogs`: newest first, for a group, a person or a client that the tutor may reach. With the role
 * eventViewer: the whole site, or any person of it. The next page takes the last row's time and id.
 */
export const userLogQuerySchema = v.object({
  groupId: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
  userId: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
  clientId: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
  /** The effect of the policy, or the action. */
  kind: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
  limit: logLimitSchema,
  /** ISO 8601: only rows from then on. */
  _gte_timeTriggered: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  /** ISO 8601: only older rows. With `_lt_id` also those of that moment whose id comes after that row's. */
  _lt_timeTriggered: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  _lt_id: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
});

/** `DELETE /userlogs`: the alerts of a group or of a person. */
export const userLogCleanUpSchema = v.union([
  v.object({ groupId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)) }),
  v.object({ userId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)) }),
]);

/** `GET /userlogs/times`: alert times of the site's people since then, for lists of group maintainers. */
export const userLogTimesQuerySchema = v.object({ since: v.pipe(v.string(), v.isoTimestamp()) });

/** Alerts of one person, at one client if named. ISO 8601, newest first, at most `MAX_USER_LOG_TIMES`. */
export const userLogTimesSchema = v.object({
  userId: v.string(),
  clientId: v.nullable(v.string()),
  times: v.array(v.string()),
});
export const userLogTimesListSchema = v.array(userLogTimesSchema);
export type UserLogTimes = v.InferOutput<typeof userLogTimesSchema>;

/** The badge shows “99+”, so more are not needed. */
export const MAX_USER_LOG_TIMES = 100;
