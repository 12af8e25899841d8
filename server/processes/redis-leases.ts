/** Leases of sites in Redis. Each step is one script, so that it is atomic. */
import { type RedisClient, removeOwn } from '#base/redis.ts';
import { LEASE_MS, type LeaseStore, SETTLE_MS, type SiteName } from './site-leases.ts';

/** Takes a free lease or renews an own one. Returns the holder. */
const HOLD = `
local holder = redis.call('get', KEYS[1])
if holder and holder ~= ARGV[1] then return holder end
redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
return ARGV[1]`;

const leaseKey = (site: SiteName) => `lectern:site:${site}`;

/** `redis` must have been connected before. */
export function createRedisLeases(redis: RedisClient): LeaseStore {
  let backAt = Number.NEGATIVE_INFINITY;
  redis.on('ready', () => {
    backAt = performance.now();
  });
  return {
    async hold(site, self) {
      const holder = await redis.eval(HOLD, 1, leaseKey(site), self, LEASE_MS);
      if (typeof holder !== 'string') throw new Error('Redis did not say who serves the site');
      return holder;
    },
    isHeld: async (site) => (await redis.exists(leaseKey(site))) === 1,
    release: (site, holder) => removeOwn(redis, leaseKey(site), holder),
    isSettling: () => performance.now() - backAt < SETTLE_MS,
    onBack(call) {
      redis.on('ready', call);
      return () => void redis.off('ready', call);
    },
  };
}
