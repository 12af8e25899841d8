/** The link of a site's student page, for tutors who manage the site. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { PageLinks } from '#auth/enrolment/page-link.ts';
import type { SecurityLog } from '#base/security-log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { PageLink } from '#protocol/rest/page-link.ts';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import type { Permissions } from '#store/permissions/permissions.ts';
import type { Callers } from './caller.ts';

export type PageLinkRoutesDeps = {
  db: Kysely<Database>;
  callers: Callers;
  permissions: Pick<Permissions, 'managedSites'>;
  pageLinks: PageLinks;
  security: Pick<SecurityLog, 'note'>;
};

type SiteRoute = { Params: { id: string } };

export function registerPageLinkRoutes(app: FastifyInstance, deps: PageLinkRoutesDeps): void {
  const { db, callers, permissions, pageLinks, security } = deps;

  app.get<SiteRoute>('/sites/:id/page-link', async (request): Promise<PageLink> => {
    const { tenant, site } = await managed(request);
    return { site, key: await pageLinks.read({ tenant, site }) };
  });

  app.post<SiteRoute>('/sites/:id/page-link', async (request): Promise<PageLink> => {
    const { tenant, site, tutorId } = await managed(request);
    const key = await pageLinks.renew({ tenant, site });
    security.note({
      what: 'keys-renewed',
      reason: 'page-link',
      kind: 'tutor',
      tenant,
      site,
      who: tutorId,
      address: request.ip,
    });
    return { site, key };
  });

  async function managed(request: FastifyRequest<SiteRoute>) {
    const { tenant, tutorId } = await callers.manager(request, 'admin');
    const site = await inTenant(db, tenant)
      .selectFrom('sites')
      .select('id')
      .where('id', '=', request.params.id)
      .executeTakeFirst();
    if (site === undefined) throw new AppError('not-found', 'There is no such site.');
    const sites = await permissions.managedSites({ tenant, tutorId });
    // Managers know the names of all sites, so a rejection reveals nothing new.
    if (sites !== 'all' && !sites.includes(site.id))
      throw new AppError('forbidden', 'This is for those who manage the site.');
    return { tenant, tutorId, site: site.id };
  }
}
