/**
 * Site runners of a tenant, as super admins read and write them in the admin realm.
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
  /** What the machine calls itself; null before its first login, like its version. */
  hostname: v.nullable(v.string()),
  /** Null too for programs that do not say it. */
  version: v.nullable(v.string()),
  /** When it connected last (ISO 8601); null: it never has. */
  connectedAt: time,
  /** When that connection ended; null while it is open. */
  endedAt: time,
});
export type SiteRunner = v.InferOutput<typeof siteRunnerSchema>;

const MAX_ROLES = 50;

/** A name is unique among the runners of the tenant, whatever its capitals. */
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

/** `secret`: what the program logs in with. Null: it was made at a time when only its hash was kept. */
export const runnerTokenSchema = v.object({ secret: v.nullable(v.string()) });
export type RunnerToken = v.InferOutput<typeof runnerTokenSchema>;

export const newRunnerTokenSchema = v.object({ runnerId: v.string(), secret: v.string() });
export type NewRunnerToken = v.InferOutput<typeof newRunnerTokenSchema>;

/** Notifications and the log of changes name the resource so. */
export const SITE_RUNNERS_RESOURCE = 'site-runners';
