/** Tokens of a site, with which its devices enrol. Only super admins see, issue and revoke them. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  readSiteSecret,
  revokeSiteSecrets,
  rotateSiteSecret,
  type SitePlace,
} from '#auth/secrets/site-secrets.ts';
import { AppError } from '#protocol/app-error.ts';
import type { SiteToken } from '#protocol/rest/admin/site.ts';
import { inTenant } from '#store/in-tenant.ts';
import { changedNothing } from '../logs/log-changes.ts';
import { type IdRoute, idIn } from '../site-reach.ts';
import type { AdminScope } from './admin-scope.ts';

export function registerSiteTokens(app: FastifyInstance, scope: AdminScope): void {
  const { db, encryption, security, announce } = scope;
  const config = { administrator: 'superAdmin' } as const;

  app.get<IdRoute>('/sites/:id/tokens', { config: { ...config, isReadNoted: true } }, async (request) =>
    lastToken(await placeOf(request)),
  );

  app.post<IdRoute>('/sites/:id/tokens/rotate', { config }, async (request) => {
    const place = await placeOf(request);
    await rotateSiteSecret(db, place, { encryption, now: new Date(scope.clock()) });
    await noteAndAnnounce(request, place, 'site-token-issued');
    return lastToken(place);
  });

  app.delete<IdRoute>('/sites/:id/tokens', { config }, async (request) => {
    const place = await placeOf(request);
    if (await revokeSiteSecrets(db, place)) await noteAndAnnounce(request, place, 'site-tokens-revoked');
    else changedNothing(request);
    return { id: place.site };
  });

  async function placeOf(request: FastifyRequest<IdRoute>): Promise<SitePlace> {
    const { tenant } = scope.administrator(request);
    const site = await inTenant(db, tenant)
      .selectFrom('sites')
      .select('id')
      .where('id', '=', idIn(request, 'site'))
      .executeTakeFirst();
    if (site === undefined) throw new AppError('not-found', 'There is no such site.');
    return { tenant, site: site.id };
  }

  const lastToken = (place: SitePlace): Promise<SiteToken> =>
    readSiteSecret(db, place, { encryption, now: new Date(scope.clock()) });

  async function noteAndAnnounce(
    request: FastifyRequest,
    { tenant, site }: SitePlace,
    reason: string,
  ): Promise<void> {
    const { tutorId: who } = scope.administrator(request);
    security.note({
      what: 'keys-renewed',
      reason,
      kind: 'tutor',
      tenant,
      site,
      who,
      address: request.ip,
    });
    await announce(request, { tenant }, { resource: 'sites', id: site, reachUnchanged: true });
  }
}
