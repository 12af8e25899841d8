/** The directories of a school, and what groups can be imported from them. */

import * as v from 'valibot';
import { isEmailAddress } from '#domain/people/invite-list.ts';
import { VISIBLE_TEXT } from '#domain/visible-text.ts';

const SERVICES = ['google', 'microsoft', 'internal'] as const;

/**
 * `GET /integrations`, `GET /integrations/{id}`. `config`, which tells where a directory is, comes to the admin realm only;
 * what lets the platform in is in no answer.
 */
export const integrationSchema = v.object({
  id: v.string(),
  name: v.string(),
  service: v.picklist(SERVICES),
  disabled: v.boolean(),
  config: v.optional(
    v.object({
      domain: v.optional(v.string()),
      adminEmail: v.optional(v.string()),
      tenantId: v.optional(v.string()),
    }),
  ),
});
export type Integration = v.InferOutput<typeof integrationSchema>;

const name = v.pipe(v.string(), v.trim(), v.regex(VISIBLE_TEXT, 'Name it.'), v.maxLength(255));
/** What a consent gave, for the same session only: see `consentGivenSchema`. */
const tempToken = v.optional(v.pipe(v.string(), v.maxLength(2_048)));
const googleConfig = v.object({
  domain: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.maxLength(253),
    v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'This is no domain, such as school.example.'),
  ),
  adminEmail: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(254),
    v.check(isEmailAddress, 'This is not a valid e-mail address.'),
  ),
  tempToken,
});
const microsoftConfig = v.object({
  tenantId: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.regex(
      /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
      'This is no directory id. The Entra admin centre shows it as “Tenant ID”.',
    ),
  ),
  tempToken,
});
const placed = [
  v.object({ service: v.literal('google'), config: googleConfig }),
  v.object({ service: v.literal('microsoft'), config: microsoftConfig }),
] as const;

/** `POST /integrations/consents`: where an administrator of the directory is asked. */
export const consentBodySchema = v.variant('service', placed);
export type ConsentBody = v.InferOutput<typeof consentBodySchema>;
/** `url`: to be opened in a window of its own. `state`: comes back with the answer. */
export const consentBegunSchema = v.object({ id: v.string(), url: v.string(), state: v.string() });
export type ConsentBegun = v.InferOutput<typeof consentBegunSchema>;

const ofProvider = v.optional(v.pipe(v.string(), v.maxLength(4_096)));
/** What the provider's window came back with. */
export const consentAnswerSchema = v.object({
  state: v.pipe(v.string(), v.maxLength(512)),
  code: ofProvider,
  error: ofProvider,
  error_description: ofProvider,
});
export type ConsentAnswer = v.InferOutput<typeof consentAnswerSchema>;
/** `POST /integrations/consents/{id}` with that: `tempToken` is part of `config` in what follows. */
export const consentGivenSchema = v.object({ tempToken: v.string() });

/**
 * `POST /integrations/test`. `id`: of an integration that is there, which is tested with what lets the platform in by now
 * where no new consent comes along. A test that has not succeeded is a refusal, whose message says why.
 */
export const integrationTestBodySchema = v.intersect([
  v.object({ name, id: v.optional(v.string()) }),
  v.variant('service', placed),
]);
export type IntegrationTestBody = v.InferOutput<typeof integrationTestBodySchema>;
/** `message`: what people should know besides. */
export const integrationTestedSchema = v.object({ message: v.optional(v.string()) });
export type IntegrationTested = v.InferOutput<typeof integrationTestedSchema>;

/** `POST /integrations`: after a test with the same `config`. Answers the integration. */
export const newIntegrationBodySchema = v.intersect([
  v.object({ name, disabled: v.boolean() }),
  v.variant('service', placed),
]);
export type NewIntegrationBody = v.InferOutput<typeof newIntegrationBodySchema>;

/**
 * `PUT /integrations/{id}`: what is absent stays. The id of a directory of Microsoft cannot change. With a `tempToken`, which
 * has to be tested before, another consent takes the place of the one that was given.
 */
export const integrationChangeSchema = v.object({
  name: v.optional(name),
  disabled: v.optional(v.boolean()),
  config: v.optional(
    v.object({
      ...v.partial(v.pick(googleConfig, ['domain', 'adminEmail'])).entries,
      ...v.partial(v.pick(microsoftConfig, ['tenantId'])).entries,
      tempToken,
    }),
  ),
});
export type IntegrationChange = v.InferOutput<typeof integrationChangeSchema>;

/** `GET /integrations/{id}/uses`: what comes from it. */
export const integrationUsesSchema = v.object({
  groups: v.number(),
  syncJobs: v.array(v.object({ id: v.string(), name: v.string() })),
});
export type IntegrationUses = v.InferOutput<typeof integrationUsesSchema>;

const directoryCourseSchema = v.object({
  /** The group's `nativeIdf`. */
  id: v.string(),
  name: v.string(),
  kind: v.picklist(['course', 'group']),
  /** A word more about it, such as the section of a course. */
  detail: v.optional(v.string()),
});
export type DirectoryCourse = v.InferOutput<typeof directoryCourseSchema>;

const next = v.optional(v.string());
/**
 * `GET /integrations/{id}/google/mycourses` (and `/internal/mycourses`) and `GET /integrations/{id}/microsoft/mygroups`: what
 * the tutor who asks teaches or belongs to, a page at a time. `next`, where there is more, is `after` of the next call.
 */
export const coursePageSchema = v.object({ courses: v.array(directoryCourseSchema), next });
export const groupPageSchema = v.object({ groups: v.array(directoryCourseSchema), next });

export const courseQuerySchema = v.object({ after: v.optional(v.pipe(v.string(), v.maxLength(32_768))) });
