/** Invitations of tutors, by the e-mail addresses with which they will sign in. */
import * as v from 'valibot';
import { MAX_EMAIL, MAX_INVITES } from '#domain/people/invite-list.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const queryConfigSchema = v.object({
  emailToImport: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_EMAIL)),
});

/** `POST /tutors/import`, which answers the tutor. A person who is a tutor already is a conflict. */
export const tutorInviteBodySchema = v.object({ integrationId: id, queryConfig: queryConfigSchema });

/** `POST /tutors/importbulk`. The roles are for new tutors only, so that the same call can be repeated. */
export const tutorInvitesBodySchema = v.object({
  integrationId: id,
  queryConfigs: v.pipe(
    v.array(queryConfigSchema),
    v.minLength(1),
    v.maxLength(MAX_INVITES, `At most ${MAX_INVITES} people can be invited at once.`),
  ),
  /** Keys: the id of a site, then of a role. */
  bulkRolesToApply: v.optional(v.object({ sites: v.record(id, v.record(id, v.literal('active'))) })),
});
export type TutorInvitesBody = v.InferOutput<typeof tutorInvitesBodySchema>;

export const tutorInvitesAnswerSchema = v.object({
  successCount: v.number(),
  failureCount: v.number(),
  /** Why a person was not invited, by the e-mail address as it was sent. */
  errors: v.record(v.string(), v.string()),
  /** The addresses in `errors` that belong to tutors already. */
  existing: v.array(v.string()),
});
export type TutorInvitesAnswer = v.InferOutput<typeof tutorInvitesAnswerSchema>;
