/**
 * Site runners of a tenant. Super admins read and write them in the admin realm.
 *
 * | call                                    | body                   | answer                  |
 * |-----------------------------------------|------------------------|-------------------------|
 * | GET    /site-runners                    |                        | `siteRunnerSchema`[]    |
 * | POST   /site-runners                    | `siteRunnerBodySchema` | `newRunnerTokenSchema`  |
 * | PUT    /site-runners/{id}               | `siteRunnerBodySchema` | `siteRunnerSchema`      |
 * | DELETE /site-runners/{id}               |                        |                         |
 * | GET    /client-roles                    |                        | `clientRoleSchema`[]    |
 * | GET    /sites/{siteId}/tokens/{id}      |                        | `runnerTokenSchema`     |
 * | POST   /site-runners/{id}/tokens/rotate |                        | `newRunnerTokenSchema`  |
 */

import * as v from 'valibot';
import { MAX_RUNNER_NAME } from '#domain/runners/runner-name.ts';
import { VISIBLE_TEXT } from '#domain/visible-text.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const time = v.nullable(v.string());

export const siteRunnerSchema = v.object({
  id: v.string(),
  name: v.string(),
  siteId: v.string(),
  /** Ids of client roles. */
  roles: v.array(v.string()),
  /** Host name of the runner's machine; null before the runner's first login. */
  hostname: v.nullable(v.string()),
  /** Version of the runner's program; null before its first login, or if the program does not send it. */
  version: v.nullable(v.string()),
  /** When the runner last connected (ISO 8601); null: never. */
  connectedAt: time,
  /** When that connection ended; null while it is open. */
  endedAt: time,
});
export type SiteRunner = v.InferOutput<typeof siteRunnerSchema>;

const MAX_ROLES = 50;

/** The name is unique among the runners of the tenant, ignoring case. */
export const siteRunnerBodySchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.regex(VISIBLE_TEXT, 'Field is required and can’t be empty'),
    v.maxLength(MAX_RUNNER_NAME, `Max ${MAX_RUNNER_NAME} characters`),
  ),
  siteId: id,
  roles: v.optional(v.pipe(v.array(id), v.maxLength(MAX_ROLES)), []),
});
export type SiteRunnerBody = v.InferInput<typeof siteRunnerBodySchema>;

export const clientRoleSchema = v.object({ id: v.string(), name: v.string() });
export type ClientRole = v.InferOutput<typeof clientRoleSchema>;

/** `secret`: used by the program to log in. Null: it was made when only its hash was stored. */
export const runnerTokenSchema = v.object({ secret: v.nullable(v.string()) });
export type RunnerToken = v.InferOutput<typeof runnerTokenSchema>;

export const newRunnerTokenSchema = v.object({ runnerId: v.string(), secret: v.string() });
export type NewRunnerToken = v.InferOutput<typeof newRunnerTokenSchema>;

/** Name of the resource in notifications and in the log of changes. */
export const SITE_RUNNERS_RESOURCE = 'site-runners';
