/** Inviting tutors, by the e-mail addresses with which they will sign in. */
import * as v from 'valibot';
import { MAX_EMAIL, MAX_INVITES } from '#domain/people/invite-list.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const queryConfigSchema = v.object({
  emailToImport: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_EMAIL)),
});

/** `POST /tutors/import`, which answers the tutor. Somebody who is a tutor already is a conflict. */
export const tutorInviteBodySchema = v.object({ integrationId: id, queryConfig: queryConfigSchema });

/**
 * `POST /tutors/importbulk`. The roles are for those who become tutors by it: whoever is a tutor already stays as they are, so
 * that the same call can be made again.
 */
export const tutorInvitesBodySchema = v.object({
  integrationId: id,
  queryConfigs: v.pipe(
    v.array(queryConfigSchema),
    v.minLength(1),
    v.maxLength(MAX_INVITES, `At most ${MAX_INVITES} people can be invited at once.`),
  ),
  /** By the id of a site, and of a role. */
  bulkRolesToApply: v.optional(v.object({ sites: v.record(id, v.record(id, v.literal('active'))) })),
});
export type TutorInvitesBody = v.InferOutput<typeof tutorInvitesBodySchema>;

export const tutorInvitesAnswerSchema = v.object({
  successCount: v.number(),
  failureCount: v.number(),
  /** Why somebody was not invited, by the e-mail address as it was sent. */
  errors: v.record(v.string(), v.string()),
  /** Those of `errors` who are tutors already. */
  existing: v.array(v.string()),
});
export type TutorInvitesAnswer = v.InferOutput<typeof tutorInvitesAnswerSchema>;
