/** Lists of the whole tenant in the admin realm: sites, tags and roles. */
import type { FastifyInstance } from 'fastify';
import { createRoles } from '#store/permissions/roles.ts';
import { createSites } from '#store/sites/sites.ts';
import { pageIn } from '../page-in.ts';
import type { AdminScope } from './admin-scope.ts';

export function registerTenantLists(app: FastifyInstance, { db, administrator }: AdminScope): void {
  const sites = createSites(db);

  const tenantLists = {
    '/sites': sites.tree,
    '/tags': sites.tags,
    '/taglinks': sites.tagLinks,
    '/roles': createRoles(db).list,
  };
  for (const [path, list] of Object.entries(tenantLists)) {
    app.get(path, { config: { administrator: 'manager' } }, async (request) => {
      const { tenant } = administrator(request);
      return pageIn<{ id: string }>(request, await list(tenant));
    });
  }
}
