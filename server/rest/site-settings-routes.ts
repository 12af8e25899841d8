/** Settings for all devices of a site: its tutors read them, and group maintainers change them. */
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { parseBody } from '#http/parse-body.ts';
import { SITE_SETTINGS_RESOURCE, siteSettingsBodySchema } from '#protocol/rest/site-settings.ts';
import type { Database } from '#store/database.ts';
import { createSiteSettings } from '#store/sites/site-settings.ts';
import type { Announce } from './announce.ts';
import type { Callers } from './caller.ts';

export type SiteSettingsRoutesDeps = { db: Kysely<Database>; callers: Callers; announce: Announce };

export function registerSiteSettingsRoutes(app: FastifyInstance, deps: SiteSettingsRoutesDeps): void {
  const { callers, announce } = deps;
  const store = createSiteSettings(deps.db);

  app.get('/site-settings/clients', async (request) => store.read(await callers.onSite(request)));

  app.put('/site-settings/clients', async (request) => {
    const tutor = await callers.onSite(request, 'groupMaintainer');
    const { settings } = parseBody(siteSettingsBodySchema, request.body);
    const saved = await store.save(tutor, settings);
    await announce(request, tutor, {
      resource: SITE_SETTINGS_RESOURCE,
      id: saved.id,
      reachUnchanged: true,
    });
    return saved;
  });
}
