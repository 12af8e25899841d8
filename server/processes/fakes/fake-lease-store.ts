/** Leases in memory, with the test's clock. */
import { LEASE_MS, type LeaseStore } from '../site-leases.ts';

export function createFakeLeaseStore() {
  const leases = new Map<string, { holder: string; until: number }>();
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
    async isHeld(site) {
      here();
      return holderOf(site) !== undefined;
    },
    async release(site, holder) {
      here();
      if (holderOf(site) === holder) leases.delete(site);
    },
    isSettling: () => isSettling,
    onBack: () => () => {},
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
