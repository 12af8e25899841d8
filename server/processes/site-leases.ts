/**
 * A site lives in one process: the one that holds its lease. Everything of the site's broker and peer server is in the
 * memory of that process. A load balancer brings the site's clients there; the lease guards against a second owner.
 */
import type { EpochMs } from '#protocol/clock.ts';

/** Names a process. */
export type ProcessName = string;
/** `{tenant}/{site}` */
export type SiteName = string;

export const siteName = (tenant: string, site: string): SiteName => `${tenant}/${site}`;

/** Where leases are stored, for all processes. Everything rejects while it is away. */
export type LeaseStore = {
  /** Takes the lease where it is free, renews it where it is `self`'s. Answers who has it then. */
  hold(site: SiteName, self: ProcessName): Promise<ProcessName>;
  isHeld(site: SiteName): Promise<boolean>;
  /** Frees the lease where `holder` has it still. */
  release(site: SiteName, holder: ProcessName): Promise<void>;
  /** The store has just come back, and may have forgotten leases that their holders have not renewed yet. */
  isSettling(): boolean;
  /** Calls whenever the store is back. Returns the unsubscribe. */
  onBack(call: () => void): () => void;
};

/** A lease that is not renewed expires after it: the clients of a killed process wait for so long. */
export const LEASE_MS = 3_000;
export const RENEW_EVERY_MS = 1_000;
/** Longer than any process needs to reach a store that is back (`redis.ts`), and to renew its leases there. */
export const SETTLE_MS = 3_500;
/**
 * A site stays for at least so long before it is handed over to another process. Two balancers that disagree would move
 * it, and end its connections, with every client.
 */
export const MIN_HELD_MS = 5_000;
/** A site without a connection is left after it: the sessions of its clients have expired by then. */
const IDLE_MS = 180_000;

export type SiteServices = {
  /** Open connections of any kind. */
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
   * Takes the site where no other process has it. Undefined: another one has. Rejects while the store is away, or where
   * the site cannot be opened.
   */
  hold(site: SiteName): Promise<Services | undefined>;
  /** Those that are open. */
  all(): readonly Services[];
  /** Renews all leases, closes sites that another process has taken meanwhile, and leaves idle ones. */
  renew(): Promise<void>;
  /** Another process requests the site. It is left unless it was taken just now. */
  handOver(site: SiteName): Promise<void>;
  /** Closes everything, then frees the leases. */
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
      // Where another process has it, this frees nothing.
      .then(() => store.release(name, self))
      .catch(failed)
      .finally(() => leaving.delete(name));
    leaving.set(name, left);
    return left;
  }

  /** While the store is away no other process can take the lease: the site goes on. */
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
    if (site.idleSince !== undefined && clock() - site.idleSince >= IDLE_MS) await leave(name);
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
