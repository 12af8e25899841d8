/** What the admin realm reads of the whole tenant: sites, tags and roles. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { pageQuerySchema } from '#protocol/rest/paging.ts';
import { roleLinkQuerySchema } from '#protocol/rest/role.ts';
import { parseBody } from '../http/parse-body.ts';
import type { Database } from '../store/database.ts';
import { pageOf, takePage } from '../store/page.ts';
import { createRoles } from '../store/permissions/roles.ts';
import { createSites } from '../store/sites/sites.ts';
import type { Callers } from './caller.ts';

export type AdminRoutesDeps = { db: Kysely<Database>; callers: Callers };

export function registerAdminRoutes(app: FastifyInstance, { db, callers }: AdminRoutesDeps): void {
  const sites = createSites(db);
  const roles = createRoles(db);

  const tenantLists = {
    '/sites': sites.tree,
    '/tags': sites.tags,
    '/taglinks': sites.tagLinks,
    '/roles': roles.list,
  };
  for (const [path, list] of Object.entries(tenantLists)) {
    app.get(path, async (request) => {
      const { tenant } = await callers.manager(request);
      return pageIn<{ id: string }>(request, await list(tenant));
    });
  }

  // Everyone may read their own role links, which say what they may grant.
  app.get('/rolelinks', async (request) => {
    const { tenant, sub } = await callers.present(request);
    const { tutorId } = parseBody(roleLinkQuerySchema, request.query);
    if (tutorId !== sub) await callers.manager(request);
    return pageIn(request, await roles.linksOf({ tenant, tutorId }));
  });
}

/** Whole lists stay as the repository orders them (by name); pages go by descending id. */
function pageIn<T extends { id: string }>(request: FastifyRequest, items: readonly T[]): readonly T[] {
  const query = parseBody(pageQuerySchema, request.query);
  return query.limit === undefined && query._lt_id === undefined ? items : takePage(items, pageOf(query));
}
