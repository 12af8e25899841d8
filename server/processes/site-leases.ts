/**
 * The lease of a site is held by one process, whose memory has all of the site's broker and peer server. A
 * load balancer sends the site's clients there, and the lease prevents a second owner.
 */
import type { EpochMs } from '#protocol/clock.ts';

export type ProcessName = string;
/** `{tenant}/{site}` */
export type SiteName = string;

export const siteName = (tenant: string, site: string): SiteName => `${tenant}/${site}`;

/** The store of leases for all processes. All calls reject while it is unreachable. */
export type LeaseStore = {
  /** Takes a free lease or renews one of `self`. Returns the holder. */
  hold(site: SiteName, self: ProcessName): Promise<ProcessName>;
  isHeld(site: SiteName): Promise<boolean>;
  /** Releases the lease if `holder` still has it. */
  release(site: SiteName, holder: ProcessName): Promise<void>;
  /** True: the store has just come back, and may lack leases that their holders have not renewed yet. */
  isSettling(): boolean;
  /** Calls the listener whenever the store is back. Returns the unsubscribe. */
  onBack(call: () => void): () => void;
};

/** Lifetime of a lease without renewal, which is also how long the clients of a killed process wait. */
export const LEASE_MS = 3_000;
export const RENEW_INTERVAL_MS = 1_000;
/** Longer than any process needs to reconnect to the store (`redis.ts`) and renew its leases. */
export const SETTLE_MS = 3_500;
/**
 * A site stays at least this long before it is handed over. Otherwise two balancers that disagree would move
 * the site, and end its connections, with every client.
 */
export const MIN_HELD_MS = 5_000;
/** A site without connections is released after this time, when its clients' sessions have expired. */
const IDLE_TIMEOUT_MS = 180_000;

export type SiteServices = {
  /** Number of open connections of any kind. */
  count(): number;
  close(): Promise<void>;
};

export type SiteLeasesDeps<Services extends SiteServices> = {
  store: LeaseStore;
  self: ProcessName;
  open(site: SiteName): Promise<Services>;
  clock: () => EpochMs;
  failed(error: unknown): void;
};

export type SiteLeases<Services extends SiteServices> = {
  /**
   * Takes the site if it is free. Undefined: another process has it. Rejects if the store is unreachable or
   * the site cannot be opened.
   */
  hold(site: SiteName): Promise<Services | undefined>;
  /** The services of all open sites. */
  all(): readonly Services[];
  /** Renews all leases, closes sites that another process has taken, and releases idle ones. */
  renew(): Promise<void>;
  /** Handles another process's request for the site. Releases it unless it was taken just now. */
  handOver(site: SiteName): Promise<void>;
  /** Closes all sites, then releases their leases. */
  close(): Promise<void>;
};

export function createSiteLeases<Services extends SiteServices>(
  deps: SiteLeasesDeps<Services>,
): SiteLeases<Services> {
  const { store, self, clock, failed } = deps;
  type Site = {
    opening: Promise<Services>;
    since: number;
    services?: Services;
    idleSince?: number | undefined;
  };
  const sites = new Map<SiteName, Site>();
  /** Sites that are being closed here. */
  const leaving = new Map<SiteName, Promise<void>>();
  let isClosing = false;

  function begin(name: SiteName): Site {
    const opening = deps.open(name);
    const site: Site = { opening, since: clock() };
    sites.set(name, site);
    opening.then(
      (services) => {
        site.services = services;
      },
      () => {
        sites.delete(name);
        store.release(name, self).catch(failed);
      },
    );
    return site;
  }

  function leave(name: SiteName): Promise<void> {
    const site = sites.get(name);
    if (!site) return Promise.resolve();
    sites.delete(name);
    const left = site.opening
      .then((services) => services.close())
      .catch(failed)
      // Does nothing if another process has the lease.
      .then(() => store.release(name, self))
      .catch(failed)
      .finally(() => leaving.delete(name));
    leaving.set(name, left);
    return left;
  }

  /** While the store is unreachable no other process can take the lease, so the site stays open. */
  async function renewOne(name: SiteName): Promise<void> {
    const holder = await store.hold(name, self);
    if (holder !== self) {
      failed(new Error(`The process ${holder} has taken over the site ${name}`));
      await leave(name);
      return;
    }
    const site = sites.get(name);
    if (!site?.services) return;
    const isIdle = site.services.count() === 0;
    site.idleSince = isIdle ? (site.idleSince ?? clock()) : undefined;
    if (site.idleSince !== undefined && clock() - site.idleSince >= IDLE_TIMEOUT_MS) await leave(name);
  }

  return {
    async hold(name) {
      await leaving.get(name);
      const before = sites.get(name);
      if (before) return before.opening;
      if (isClosing) throw new Error('This process is ending');
      if (store.isSettling()) throw new Error('Redis is back, and may not know all leases yet');
      if ((await store.hold(name, self)) !== self) return undefined;
      if (isClosing) {
        await store.release(name, self);
        throw new Error('This process is ending');
      }
      const { opening } = sites.get(name) ?? begin(name);
      return opening;
    },
    all: () => [...sites.values()].flatMap(({ services }) => services ?? []),
    async renew() {
      await Promise.all([...sites.keys()].map(renewOne));
    },
    async handOver(name) {
      const site = sites.get(name);
      if (site && clock() - site.since >= MIN_HELD_MS) await leave(name);
    },
    async close() {
      isClosing = true;
      await Promise.all([...sites.keys()].map(leave));
      await Promise.all(leaving.values());
    },
  };
}
