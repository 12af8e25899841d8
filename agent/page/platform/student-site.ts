/** Where the link leads: the tenant's services, and what the site says before anybody enrols. */
import { isAppError } from '#protocol/app-error.ts';
import { type DeviceSite, deviceSiteSchema } from '#protocol/auth/auth-service.ts';
import {
  type TenantConfiguration,
  tenantConfigurationPath,
  tenantConfigurationSchema,
} from '#protocol/auth/tenant-configuration.ts';
import type { SiteLink } from '../site-link.ts';
import type { RequestJson } from './request-json.ts';

export type StudentSite = DeviceSite & { configuration: TenantConfiguration };

/** `bad-link`: it opens no site of this tenant, or none any more. */
export type SiteOutcome =
  | { name: 'found'; site: StudentSite }
  | { name: 'bad-link' }
  | { name: 'unreachable' };

export async function findSite(deps: {
  requestJson: RequestJson;
  configOrigin: string;
  tenant: string;
  link: SiteLink;
  signal?: AbortSignal;
}): Promise<SiteOutcome> {
  const { requestJson, tenant, link, signal } = deps;
  try {
    const configuration = await requestJson(
      { url: `${deps.configOrigin}${tenantConfigurationPath(tenant)}`, signal },
      tenantConfigurationSchema,
    );
    const site = await requestJson(
      { url: `${configuration.AUTH_URL}/devices/site`, tenant, body: { secret: link.key }, signal },
      deviceSiteSchema,
    );
    // A key of another site than the link names was put together by hand.
    if (site.siteId !== link.site) return { name: 'bad-link' };
    return { name: 'found', site: { ...site, configuration } };
  } catch (error) {
    const refused =
      isAppError(error) && ['unauthorized', 'forbidden', 'not-found', 'invalid'].includes(error.code);
    return { name: refused ? 'bad-link' : 'unreachable' };
  }
}
