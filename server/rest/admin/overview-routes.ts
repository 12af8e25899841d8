/** The administrators' start page. Managers see their sites, super admins the whole tenant and its guide. */
import type { FastifyInstance } from 'fastify';
import { parseBody } from '#http/parse-body.ts';
import { type AdminOverview, guideChoicesSchema } from '#protocol/rest/admin/overview.ts';
import { createGuide } from '#store/overview/guide.ts';
import { createOverview } from '#store/overview/overview.ts';
import type { AdminScope } from './admin-scope.ts';

export function registerAdminOverview(app: FastifyInstance, scope: AdminScope): void {
  const { db, clock, administrator, permissions } = scope;
  const overview = createOverview(db, clock);
  const guide = createGuide(db);

  app.get(
    '/admin/overview',
    { config: { administrator: 'manager' } },
    async (request): Promise<AdminOverview> => {
      const { tenant, tutorId, isSuperAdmin } = administrator(request);
      if (!isSuperAdmin) return overview.read(tenant, await permissions.managedSites({ tenant, tutorId }));
      const [figures, whole] = await Promise.all([overview.read(tenant, 'all'), overview.whole(tenant)]);
      return { ...figures, whole };
    },
  );

  // The route stores only whether a list of hints is shown, so its calls are not logged as changes.
  app.put(
    '/admin/overview/guide',
    { config: { administrator: 'superAdmin', changesNothing: true } },
    async (request) => {
      const choices = parseBody(guideChoicesSchema, request.body);
      await guide.choose(administrator(request).tenant, {
        ...choices,
        skipped: [...new Set(choices.skipped)],
      });
      return choices;
    },
  );
}
