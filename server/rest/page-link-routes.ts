/** The link of a site's student page, for those who manage the tenant. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { PageLink } from '#protocol/rest/page-link.ts';
import type { PageLinks } from '../auth/enrolment/page-link.ts';
import type { SecurityLog } from '../security-log.ts';
import type { Database } from '../store/database.ts';
import type { Callers } from './caller.ts';

export type PageLinkRoutesDeps = {
  db: Kysely<Database>;
  callers: Callers;
  pageLinks: PageLinks;
  security: Pick<SecurityLog, 'note'>;
};

type SiteRoute = { Params: { id: string } };

export function registerPageLinkRoutes(app: FastifyInstance, deps: PageLinkRoutesDeps): void {
  const { db, callers, pageLinks, security } = deps;

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
    const { tenant, tutorId } = await callers.manager(request);
    const site = await db
      .selectFrom('sites')
      .select('id')
      .where('tenant', '=', tenant)
      .where('id', '=', request.params.id)
      .executeTakeFirst();
    if (site === undefined) throw new AppError('not-found', 'There is no such site.');
    return { tenant, tutorId, site: site.id };
  }
}
