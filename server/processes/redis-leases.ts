/** Leases of sites in Redis. Each step is one script, so that no other process comes in between. */
import { type RedisClient, removeOwn } from './redis.ts';
import {
  LEASE_MS,
  type LeaseStore,
  MISSED_MS,
  type ProcessName,
  SETTLE_MS,
  type SiteName,
} from './site-leases.ts';

/** Takes a lease that is free, or renews one that is ours. Answers whose it is then. */
const HOLD = `
local holder = redis.call('get', KEYS[1])
if holder and holder ~= ARGV[1] then return holder end
redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
return ARGV[1]`;

/** Frees a lease that was not renewed lately. Answers 1 where its holder does not have it any more. */
const RELEASE_MISSED = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 1 end
if redis.call('pttl', KEYS[1]) > tonumber(ARGV[2]) then return 0 end
redis.call('del', KEYS[1])
return 1`;

/** A process that has not announced itself for a while is forgotten. */
const CHOOSE = `
for _, name in ipairs(redis.call('zrange', KEYS[1], 0, -1)) do
  if redis.call('exists', ARGV[1] .. name) == 1 then
    redis.call('zincrby', KEYS[1], 1, name)
    return name
  end
  redis.call('zrem', KEYS[1], name)
end
return false`;

const PROCESSES = 'lectern:processes';
const ALIVE = 'lectern:process:';
const leaseKey = (site: SiteName) => `lectern:site:${site}`;
const named = (answer: unknown) => (typeof answer === 'string' ? answer : undefined);

/** `redis` has been reached before. */
export function createRedisLeases(redis: RedisClient): LeaseStore {
  let backAt = Number.NEGATIVE_INFINITY;
  redis.on('ready', () => {
    backAt = performance.now();
  });
  return {
    async hold(site, self) {
      const holder = named(await redis.eval(HOLD, 1, leaseKey(site), self, LEASE_MS));
      if (holder === undefined) throw new Error('Redis did not say who serves the site');
      return holder;
    },
    holderOf: async (site) => named(await redis.get(leaseKey(site))),
    release: (site, holder) => removeOwn(redis, leaseKey(site), holder),
    async releaseMissed(site, holder) {
      const least = LEASE_MS - MISSED_MS;
      return (await redis.eval(RELEASE_MISSED, 1, leaseKey(site), holder, least)) === 1;
    },
    isSettling: () => performance.now() - backAt < SETTLE_MS,
    onBack(call) {
      redis.on('ready', call);
      return () => void redis.off('ready', call);
    },
    async announce(self, sites) {
      await redis.set(ALIVE + self, '1', 'PX', LEASE_MS);
      await redis.zadd(PROCESSES, sites, self);
    },
    choose: async () => named(await redis.eval(CHOOSE, 1, PROCESSES, ALIVE)),
    async withdraw(name: ProcessName) {
      await redis.zrem(PROCESSES, name);
      await redis.del(ALIVE + name);
    },
  };
}
