/** What a tutor reads of the site of their session. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import { parseBody } from '../http/parse-body.ts';
import type { Database } from '../store/database.ts';
import { createDirectory } from '../store/directory.ts';
import { createGroups } from '../store/groups.ts';
import { pageOf } from '../store/page.ts';
import type { Permissions } from '../store/permissions.ts';
import { createPolicies } from '../store/policies.ts';
import type { Callers } from './caller.ts';

export type SiteRoutesDeps = { db: Kysely<Database>; callers: Callers; permissions: Permissions };

type GroupRoute = { Params: { groupId: string } };

export function registerSiteRoutes(app: FastifyInstance, { db, callers, permissions }: SiteRoutesDeps): void {
  const groups = createGroups(db);
  const policies = createPolicies(db);
  const directory = createDirectory(db);
  const pageIn = (request: FastifyRequest) => pageOf(parseBody(pageQuerySchema, request.query));

  /**
   * The group that a path names, if the tutor may see it. Any other answers 404, as if it were not there: 403
   * would tell whoever tries ids which groups exist.
   */
  async function groupIn(request: FastifyRequest<GroupRoute>) {
    const tutor = await callers.onSite(request);
    const { groupId } = request.params;
    const permitted = await permissions.permittedGroups(tutor);
    const group =
      permitted === 'all' || permitted.has(groupId) ? await groups.find({ ...tutor, groupId }) : undefined;
    if (!group) throw new AppError('not-found', 'There is no such group.');
    return { key: { tenant: tutor.tenant, site: tutor.site, groupId }, group };
  }

  // Groups that are only for some hostnames are hidden by the console: only it knows where it runs (part 1 §5).
  app.get('/groups', async (request) => {
    const tutor = await callers.onSite(request);
    return groups.list(tutor, await permissions.permittedGroups(tutor), pageIn(request));
  });

  app.get<GroupRoute>('/groups/:groupId', async (request) => (await groupIn(request)).group);

  app.get<GroupRoute>('/groups/:groupId/members', async (request) => {
    const { key } = await groupIn(request);
    return (await groups.members(key, pageIn(request))) ?? [];
  });

  app.get<GroupRoute>(
    '/groups/:groupId/patterns',
    async (request) => (await groupIn(request)).group.patterns ?? [],
  );

  app.get<GroupRoute>('/groups/:groupId/policies', async (request) =>
    policies.ofGroup((await groupIn(request)).key),
  );

  app.get('/policies', async (request) => policies.list(await callers.onSite(request), pageIn(request)));

  app.get('/users', async (request) =>
    directory.users(await callers.onSite(request, 'groupMaintainer'), pageIn(request)),
  );

  app.get('/devices', async (request) =>
    directory.devices(await callers.onSite(request, 'groupMaintainer'), pageIn(request)),
  );
}
