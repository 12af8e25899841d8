/** Leases in memory, whose time is the test's. */
import { LEASE_MS, type LeaseStore, MISSED_MS } from '../site-leases.ts';

export function createFakeLeaseStore() {
  const leases = new Map<string, { holder: string; until: number }>();
  const counts = new Map<string, number>();
  let now = 0;
  let isAway = false;
  let isSettling = false;
  const here = () => {
    if (isAway) throw new Error('the store is away');
  };
  const holderOf = (site: string) => {
    const lease = leases.get(site);
    return lease && lease.until > now ? lease.holder : undefined;
  };
  const store: LeaseStore = {
    async hold(site, self) {
      here();
      const holder = holderOf(site) ?? self;
      if (holder === self) leases.set(site, { holder, until: now + LEASE_MS });
      return holder;
    },
    async holderOf(site) {
      here();
      return holderOf(site);
    },
    async release(site, holder) {
      here();
      if (holderOf(site) === holder) leases.delete(site);
    },
    async releaseMissed(site, holder) {
      here();
      const lease = leases.get(site);
      if (lease?.holder !== holder || lease.until <= now) return true;
      if (lease.until - now > LEASE_MS - MISSED_MS) return false;
      return leases.delete(site);
    },
    isSettling: () => isSettling,
    onBack: () => () => {},
    async announce(self, sites) {
      here();
      counts.set(self, sites);
    },
    async choose() {
      here();
      const [name] = [...counts].toSorted(([, a], [, b]) => a - b)[0] ?? [];
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
      return name;
    },
    async withdraw(name) {
      here();
      counts.delete(name);
    },
  };
  return {
    ...store,
    clock: () => now,
    pass(ms: number) {
      now += ms;
    },
    setSettling(settling: boolean) {
      isSettling = settling;
    },
    setAway(away: boolean) {
      isAway = away;
    },
  };
}
