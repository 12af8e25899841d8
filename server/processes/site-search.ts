/**
 * Opens a site here for the clients that a load balancer brings. Where another process has the site, the balancer used to
 * bring them there: that process is requested to hand it over, or its lease expires because it has ended.
 */
import type { SiteLeases, SiteName, SiteServices } from './site-leases.ts';

export type SiteSearchDeps<Services extends SiteServices> = {
  leases: Pick<SiteLeases<Services>, 'hold'>;
  /** Requests the site from the process that has it. */
  requestSite(site: SiteName): Promise<unknown>;
  pause(ms: number): Promise<unknown>;
};

export type SiteSearch<Services> = {
  /**
   * For a client whose address names the site. Undefined: it has to come again. Rejects while Redis is away, or where the
   * site cannot be opened.
   */
  take(site: SiteName): Promise<Services | undefined>;
};

/** Longer than a lease lasts, and shorter than clients wait for their CONNACK. */
const GIVE_UP_MS = 4_000;
const POLL_INTERVAL_MS = 200;

export function createSiteSearch<Services extends SiteServices>(
  deps: SiteSearchDeps<Services>,
): SiteSearch<Services> {
  /** All clients of a site come back at once when its process has ended: they share one search. */
  const searches = new Map<SiteName, Promise<Services | undefined>>();

  async function search(site: SiteName): Promise<Services | undefined> {
    for (let waitedMs = 0; waitedMs <= GIVE_UP_MS; waitedMs += POLL_INTERVAL_MS) {
      const services = await deps.leases.hold(site);
      if (services) return services;
      // A holder that has had the site for too short a time ignores the request.
      await deps.requestSite(site);
      await deps.pause(POLL_INTERVAL_MS);
    }
    return undefined;
  }

  return {
    take(site) {
      const before = searches.get(site);
      if (before) return before;
      const found = search(site).finally(() => searches.delete(site));
      searches.set(site, found);
      return found;
    },
  };
}
