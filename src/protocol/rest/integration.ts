/** Directories of a school, and the groups that can be imported from them. */

import * as v from 'valibot';
import { isEmailAddress } from '#domain/people/invite-list.ts';
import { VISIBLE_TEXT } from '#domain/visible-text.ts';

const SERVICES = ['google', 'microsoft', 'internal'] as const;

/**
 * `GET /integrations`, `GET /integrations/{id}`. `config`, which locates a directory, is sent to the admin
 * realm only. Credentials are in no answer.
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
/** Result of a consent, for the same session only: see `consentGivenSchema`. */
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

/** `POST /integrations/consents`: the directory whose administrator has to consent. */
export const consentBodySchema = v.variant('service', placed);
export type ConsentBody = v.InferOutput<typeof consentBodySchema>;
/** `url`: to be opened in a window of its own. `state`: returned with the answer. */
export const consentBegunSchema = v.object({ id: v.string(), url: v.string(), state: v.string() });
export type ConsentBegun = v.InferOutput<typeof consentBegunSchema>;

const providerText = v.optional(v.pipe(v.string(), v.maxLength(4_096)));
/** Parameters with which the provider's window returns. */
export const consentAnswerSchema = v.object({
  state: v.pipe(v.string(), v.maxLength(512)),
  code: providerText,
  error: providerText,
  error_description: providerText,
});
export type ConsentAnswer = v.InferOutput<typeof consentAnswerSchema>;
/** `POST /integrations/consents/{id}` with these parameters. Later calls send `tempToken` in `config`. */
export const consentGivenSchema = v.object({ tempToken: v.string() });

/**
 * `POST /integrations/test`. `id`: an existing integration, which is tested with its stored credentials if no
 * new consent is sent. A failed test is a refusal whose message says why.
 */
export const integrationTestBodySchema = v.intersect([
  v.object({ name, id: v.optional(v.string()) }),
  v.variant('service', placed),
]);
export type IntegrationTestBody = v.InferOutput<typeof integrationTestBodySchema>;
/** `message`: further information for people. */
export const integrationTestedSchema = v.object({ message: v.optional(v.string()) });
export type IntegrationTested = v.InferOutput<typeof integrationTestedSchema>;

/** `POST /integrations`, after a test with the same `config`. Answers the integration. */
export const newIntegrationBodySchema = v.intersect([
  v.object({ name, disabled: v.boolean() }),
  v.variant('service', placed),
]);
export type NewIntegrationBody = v.InferOutput<typeof newIntegrationBodySchema>;

/**
 * `PUT /integrations/{id}`: absent fields stay. The id of a Microsoft directory cannot change. A `tempToken`,
 * which has to be tested before, replaces the earlier consent.
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

/** `GET /integrations/{id}/uses`: the groups and jobs that come from it. */
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
  /** Further text, such as the section of a course. */
  detail: v.optional(v.string()),
});
export type DirectoryCourse = v.InferOutput<typeof directoryCourseSchema>;

const next = v.optional(v.string());
/**
 * `GET /integrations/{id}/google/mycourses` (and `/internal/mycourses`) and `GET
 * /integrations/{id}/microsoft/mygroups`: courses or groups that the requesting tutor teaches or belongs to,
 * one page at a time. `next`, if there is more, is `after` of the next call.
 */
export const coursePageSchema = v.object({ courses: v.array(directoryCourseSchema), next });
export const groupPageSchema = v.object({ groups: v.array(directoryCourseSchema), next });

export const courseQuerySchema = v.object({ after: v.optional(v.pipe(v.string(), v.maxLength(32_768))) });
