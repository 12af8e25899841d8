/** Finds the site of a link: the tenant's services, and the site's settings for enrolment. */
import { isAppError } from '#protocol/app-error.ts';
import { type DeviceSite, deviceSiteSchema } from '#protocol/auth/auth-service.ts';
import {
  type TenantConfiguration,
  tenantConfigurationPath,
  tenantConfigurationSchema,
} from '#protocol/auth/tenant-configuration.ts';
import type { PlatformCall } from '../../core/connection/platform-call.ts';
import type { SiteLink } from '../site-link.ts';

export type StudentSite = DeviceSite & { configuration: TenantConfiguration };

/** `bad-link`: the link opens no site of this tenant, or no longer does. */
export type SiteOutcome =
  | { name: 'found'; site: StudentSite }
  | { name: 'bad-link' }
  | { name: 'unreachable' };

/** The request for the site's settings for enrolment. */
export const siteRequest = ({ AUTH_URL, tenant }: TenantConfiguration, link: SiteLink) => ({
  url: `${AUTH_URL}/devices/site`,
  method: 'POST' as const,
  tenantKey: tenant,
  body: { secret: link.key },
});

export async function findSite(deps: {
  call: PlatformCall;
  configOrigin: string;
  tenant: string;
  link: SiteLink;
  signal?: AbortSignal;
}): Promise<SiteOutcome> {
  const { call, tenant, link, signal } = deps;
  const limit = signal ? { signal } : {};
  try {
    const configuration = await call(
      { url: `${deps.configOrigin}${tenantConfigurationPath(tenant)}`, ...limit },
      tenantConfigurationSchema,
    );
    const site = await call({ ...siteRequest(configuration, link), ...limit }, deviceSiteSchema);
    // The link's site and key do not belong together, so the link was edited.
    if (site.siteId !== link.site) return { name: 'bad-link' };
    return { name: 'found', site: { ...site, configuration } };
  } catch (error) {
    const refused =
      isAppError(error) && ['unauthorized', 'forbidden', 'not-found', 'invalid'].includes(error.code);
    return { name: refused ? 'bad-link' : 'unreachable' };
  }
}
