/** What a site runner asks with a token of its own. */
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { AppError } from '#protocol/app-error.ts';
import { parseBody } from '../http/parse-body.ts';
import type { Database } from '../store/database.ts';
import { createGroupAudience } from '../store/group-audience.ts';
import { createWakeTargets } from '../store/wake-targets.ts';
import type { Callers } from './caller.ts';
import { invalidField } from './invalid-field.ts';

export type RunnerRoutesDeps = { db: Kysely<Database>; callers: Callers };

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
/** As many as one `wol` action names. */
const MOST_DEVICES = 5_000;
const querySchema = v.object({
  /** With commas between them: ids hold none. */
  deviceIds: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').filter((each) => each !== '')),
      v.array(id),
      v.maxLength(MOST_DEVICES),
    ),
  ),
  groupId: v.optional(id),
});

export function registerRunnerRoutes(app: FastifyInstance, { db, callers }: RunnerRoutesDeps): void {
  const targets = createWakeTargets(db);
  const audience = createGroupAudience(db);

  app.get('/site-runners/self/wake-targets', { config: { caller: 'runner' } }, async (request) => {
    const { tenant, site } = await callers.runner(request);
    const { deviceIds, groupId } = parseBody(querySchema, request.query);
    if ((deviceIds === undefined) === (groupId === undefined)) {
      throw invalidField('deviceIds', 'Name either devices or a group.');
    }
    if (deviceIds !== undefined) return targets.of({ tenant, site }, deviceIds);
    const meant = await audience.of({ tenant, site, groupId: groupId ?? '' });
    if (!meant) throw new AppError('not-found', 'There is no such group.');
    return targets.of({ tenant, site }, [...meant.deviceIds]);
  });
}
