/** Whether a device is reachable, for tutors who may see it. */

import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { EpochMs } from '#protocol/clock.ts';
import type { Reachability } from '#protocol/rest/reachability.ts';
import type { Database } from '#store/database.ts';
import { createReachability } from '#store/people/reachability.ts';
import type { Permissions } from '#store/permissions/permissions.ts';
import type { IdRoute, SiteReach } from './site-reach.ts';

export type ReachabilityRoutesDeps = {
  db: Kysely<Database>;
  reach: SiteReach;
  permissions: Pick<Permissions, 'groupsOfClient' | 'permittedGroups'>;
  clock: () => EpochMs;
};

export function registerReachabilityRoutes(app: FastifyInstance, deps: ReachabilityRoutesDeps): void {
  const { permissions, clock } = deps;
  const store = createReachability(deps.db);

  app.get<IdRoute>('/devices/:id/reachability', async (request): Promise<Reachability> => {
    const { tutor, deviceId } = await deps.reach.device(request);
    const { tenant, site } = tutor;
    const known = await store.of({ tenant, site, deviceId });
    const permitted = await permissions.permittedGroups(tutor);
    const groups = known.connection
      ? await permissions.groupsOfClient({ tenant, site, clientId: known.connection.clientId })
      : [];
    return {
      ...known,
      deviceId,
      at: new Date(clock()).toISOString(),
      groups: groups.filter((id) => permitted === 'all' || permitted.has(id)),
    };
  });
}
