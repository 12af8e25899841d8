/**
 * A site lives in one process: the one that holds its lease. Everything of the site's broker and peer server is in the
 * memory of that process, and none of it crosses to another.
 */

/** Names a process and where the others reach it, as `{id}@{host}:{port}`. */
export type ProcessName = string;
/** `{tenant}/{site}` */
export type SiteName = string;

/** Where leases are kept, for all processes. Everything rejects while it is away. */
export type LeaseStore = {
  /** Takes the lease where it is free, renews it where it is `self`'s. Answers who has it then. */
  hold(site: SiteName, self: ProcessName): Promise<ProcessName>;
  holderOf(site: SiteName): Promise<ProcessName | undefined>;
  /** Frees the lease where `holder` has it still. */
  release(site: SiteName, holder: ProcessName): Promise<void>;
  /** Frees it where `holder` has missed a renewal. Answers whether it is free of `holder` now. */
  releaseMissed(site: SiteName, holder: ProcessName): Promise<boolean>;
  /** A process says that it lives, and how many sites it serves. */
  announce(self: ProcessName, sites: number): Promise<void>;
  /** The living process with the fewest sites, which is counted as having one more. */
  choose(): Promise<ProcessName | undefined>;
  /** A process has ended. */
  withdraw(name: ProcessName): Promise<void>;
  /** The store has just come back, and may have forgotten leases whose holders have not said so again. */
  isSettling(): boolean;
  /** Calls whenever the store is back. Returns the unsubscribe. */
  onBack(call: () => void): () => void;
};

/** Leases that are not renewed run out after it. */
export const LEASE_MS = 6_000;
export const RENEW_EVERY_MS = 1_500;
/** A lease that was not renewed for so long has missed a renewal. */
export const MISSED_MS = 2_000;
/** Longer than any process needs to reach a store that is back (`redis.ts`), and to renew its leases there. */
export const SETTLE_MS = 3_500;
/** A site without a connection is left after it: the sessions of its clients are over by then. */
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
  /** Epoch milliseconds. */
  clock: () => number;
  failed(error: unknown): void;
};

export type Held<Services> = { name: 'here'; services: Services } | { name: 'there'; holder: ProcessName };

export type SiteLeases<Services extends SiteServices> = {
  /** Takes the site where no other process has it. Rejects where nobody can say, or where it cannot be opened. */
  hold(site: SiteName): Promise<Held<Services>>;
  holds(site: SiteName): boolean;
  /** Those that are open. */
  all(): readonly Services[];
  /** Renews what is held, gives up what another process has got meanwhile, and leaves idle sites. */
  renew(): Promise<void>;
  /** Closes everything, then lets go of the leases. */
  close(): Promise<void>;
};

export function createSiteLeases<Services extends SiteServices>(
  deps: SiteLeasesDeps<Services>,
): SiteLeases<Services> {
  const { store, self, clock, failed } = deps;
  type Site = { opening: Promise<Services>; services?: Services; idleSince?: number | undefined };
  const sites = new Map<SiteName, Site>();
  /** Sites that are being closed here. */
  const leaving = new Map<SiteName, Promise<void>>();
  let isClosing = false;

  function begin(name: SiteName): Site {
    const opening = deps.open(name);
    const site: Site = { opening };
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

  /** While the store is away nobody else can take the lease: the site goes on. */
  async function renewOne(name: SiteName): Promise<void> {
    const holder = await store.hold(name, self);
    if (holder !== self) {
      failed(new Error(`Another process has taken over the site ${name}`));
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
      if (before) return { name: 'here', services: await before.opening };
      if (isClosing) throw new Error('This process is ending');
      if (store.isSettling()) throw new Error('It is not known yet who serves what');
      const holder = await store.hold(name, self);
      if (holder !== self) return { name: 'there', holder };
      if (isClosing) {
        await store.release(name, self);
        throw new Error('This process is ending');
      }
      const { opening } = sites.get(name) ?? begin(name);
      return { name: 'here', services: await opening };
    },
    holds: (name) => sites.has(name),
    all: () => [...sites.values()].flatMap(({ services }) => services ?? []),
    async renew() {
      await Promise.all([...sites.keys()].map(renewOne));
      if (!isClosing) await store.announce(self, sites.size);
    },
    async close() {
      isClosing = true;
      await store.withdraw(self).catch(failed);
      await Promise.all([...sites.keys()].map(leave));
      await Promise.all(leaving.values());
    },
  };
}
