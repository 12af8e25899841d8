/** Routes that a site runner calls with its own token. */
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import type { SiteKey } from '#base/site-key.ts';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import type { Database } from '#store/database.ts';
import { createGroupAudience } from '#store/groups/group-audience.ts';
import type { Permitted } from '#store/groups/groups.ts';
import type { Permissions } from '#store/permissions/permissions.ts';
import { createSiteSettings } from '#store/sites/site-settings.ts';
import { createWakeTargetStore } from '#store/wake/wake-targets.ts';
import type { Callers } from './caller.ts';
import { invalidField } from './invalid-field.ts';

export type RunnerRoutesDeps = { db: Kysely<Database>; callers: Callers; permissions: Permissions };

/** Replaces a tutor's id when the platform itself wakes devices on a schedule. */
const PLATFORM = 'platform';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
/** The maximum number of devices in one `wol` action. */
const MAX_DEVICES = 5_000;
export const wakeTargetsQuerySchema = v.object({
  /** Comma-separated ids. An id contains no comma. */
  deviceIds: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').filter((each) => each !== '')),
      v.array(id),
      v.maxLength(MAX_DEVICES),
    ),
  ),
  groupId: v.optional(id),
  /** The tutor who requested the wake-up. Only devices within their reach are woken. */
  tutorId: id,
});

export function registerRunnerRoutes(
  app: FastifyInstance,
  { db, callers, permissions }: RunnerRoutesDeps,
): void {
  const targets = createWakeTargetStore(db);
  const audience = createGroupAudience(db);
  const settings = createSiteSettings(db);

  /** The groups whose devices the tutor may wake. Empty if the tutor may not use the site. */
  async function groupsOf(site: SiteKey, tutorId: string): Promise<Permitted> {
    if (tutorId === PLATFORM) return 'all';
    const tutor = { ...site, tutorId };
    const roles = await permissions.rolesOfTutor(tutor);
    return roles ? permissions.permittedGroups({ ...tutor, roles }) : new Set<string>();
  }

  app.get('/site-runners/self/wake-targets', { config: { caller: 'runner' } }, async (request) => {
    const { tenant, site } = await callers.runner(request);
    const key = { tenant, site };
    const { deviceIds, groupId, tutorId } = parseBody(wakeTargetsQuerySchema, request.query);
    if (!(await settings.isWakeOn(key)))
      throw new AppError('conflict', 'Waking is switched off in the settings of this site.');
    if ((deviceIds === undefined) === (groupId === undefined)) {
      throw invalidField('deviceIds', 'Name either devices or a group.');
    }
    const permitted = await groupsOf(key, tutorId);
    if (deviceIds !== undefined) {
      if (permitted === 'all') return targets.of(key, deviceIds);
      const { deviceIds: reached } = await audience.ofAny(key, permitted);
      return targets.of(
        key,
        deviceIds.filter((each) => reached.has(each)),
      );
    }
    const named = groupId ?? '';
    const isPermitted = permitted === 'all' || permitted.has(named);
    const members = isPermitted ? await audience.of({ ...key, groupId: named }) : undefined;
    if (!members) throw new AppError('not-found', 'There is no such group.');
    return targets.of(key, [...members.deviceIds]);
  });
}
