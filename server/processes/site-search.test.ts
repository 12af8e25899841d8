import { expect, it } from 'vitest';
import { createSiteSearch } from './site-search.ts';

const SITE = 'demo/riverside';
const SERVICES = { count: () => 0, close: async () => {} };

/** `freeAfter`: how often the lease is another process's before it is free. */
function searchOf({ freeAfter }: { freeAfter: number }) {
  const requested: string[] = [];
  let holds = 0;
  let waitedMs = 0;
  const search = createSiteSearch({
    leases: { hold: async () => (holds++ < freeAfter ? undefined : SERVICES) },
    requestSite: async (site) => void requested.push(site),
    pause: async (ms) => {
      waitedMs += ms;
    },
  });
  return { ...search, requested, holds: () => holds, waitedMs: () => waitedMs };
}

it('opens a free site without a request', async () => {
  const search = searchOf({ freeAfter: 0 });
  expect(await search.take(SITE)).toBe(SERVICES);
  expect(search.requested).toEqual([]);
});

it('requests a site until it is free, and gives it to all clients that wait for it', async () => {
  const search = searchOf({ freeAfter: 3 });
  const found = await Promise.all([search.take(SITE), search.take(SITE), search.take(SITE)]);
  expect(found).toEqual([SERVICES, SERVICES, SERVICES]);
  expect(search.requested).toEqual([SITE, SITE, SITE]);
  expect(search.holds()).toBe(4);
});

it('gives up before clients do, and searches again for those that come again', async () => {
  const search = searchOf({ freeAfter: Number.POSITIVE_INFINITY });
  expect(await search.take(SITE)).toBeUndefined();
  expect(search.waitedMs()).toBeLessThan(5_000);
  const { length } = search.requested;
  await search.take(SITE);
  expect(search.requested).toHaveLength(2 * length);
});

it('rejects where the leases cannot be read, and searches anew for the next client', async () => {
  let isAway = true;
  const search = createSiteSearch({
    leases: {
      async hold() {
        if (isAway) throw new Error('Redis is away');
        return SERVICES;
      },
    },
    requestSite: async () => {},
    pause: async () => {},
  });
  await expect(search.take(SITE)).rejects.toThrow('away');
  isAway = false;
  expect(await search.take(SITE)).toBe(SERVICES);
});
