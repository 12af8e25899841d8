/** `GET /session-end` of the auth service, with the access token of a tutor's ended session, even expired. */
import * as v from 'valibot';

/**
 * Why the tutor may not have such a session any more. `no-role-on-site`: no role admits them to the console
 * of the site. `no-management`: they may not manage the tenant.
 */
export const SESSION_END_REASONS = [
  'tutor-deleted',
  'site-deleted',
  'no-role-on-site',
  'no-management',
] as const;
export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

export const sessionEndReasonSchema = v.picklist(SESSION_END_REASONS);

/** Null: none of these reasons. The session was signed out, has expired, or has not ended. */
export const sessionEndSchema = v.object({ why: v.nullable(sessionEndReasonSchema) });
export type SessionEnd = v.InferOutput<typeof sessionEndSchema>;
