/** The directories of a school, and what groups can be imported from them. */
import * as v from 'valibot';

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
