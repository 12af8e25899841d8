/**
 * Opens a site for clients that a load balancer sends here. If another process has the site, the balancer has
 * changed: the search requests it there, or waits until the lease of an ended process expires.
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
   * For a client whose URL names the site. Undefined: the client must reconnect. Rejects if Redis is
   * unreachable or the site cannot be opened.
   */
  take(site: SiteName): Promise<Services | undefined>;
};

/** Longer than a lease, and shorter than clients wait for their CONNACK. */
const TIMEOUT_MS = 4_000;
const POLL_INTERVAL_MS = 200;

export function createSiteSearch<Services extends SiteServices>(
  deps: SiteSearchDeps<Services>,
): SiteSearch<Services> {
  /** When a process ends, all clients of a site reconnect at once, so they share one search. */
  const searches = new Map<SiteName, Promise<Services | undefined>>();

  async function search(site: SiteName): Promise<Services | undefined> {
    for (let waitedMs = 0; waitedMs <= TIMEOUT_MS; waitedMs += POLL_INTERVAL_MS) {
      const services = await deps.leases.hold(site);
      if (services) return services;
      // A holder that took the site just now ignores the request.
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
