import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeLeaseStore } from './fakes/fake-lease-store.ts';
import { createSiteLeases, LEASE_MS, MIN_HELD_MS } from './site-leases.ts';

const SITE = 'demo/riverside';

let store: ReturnType<typeof createFakeLeaseStore>;
beforeEach(() => {
  store = createFakeLeaseStore();
});

/** A process with what it has opened and closed. */
function processOf(self: string) {
  const said: string[] = [];
  const failures: unknown[] = [];
  let connections = 1;
  let opens = true;
  const leases = createSiteLeases({
    store,
    self,
    async open(site) {
      if (!opens) throw new Error('the database is away');
      said.push(`opened ${site}`);
      return { count: () => connections, close: async () => void said.push(`closed ${site}`) };
    },
    clock: store.clock,
    failed: (error) => failures.push(error),
  });
  return {
    ...leases,
    said,
    failures,
    setConnections(count: number) {
      connections = count;
    },
    setOpens(does: boolean) {
      opens = does;
    },
  };
}

describe('the lease of a site', () => {
  it('is held by one process, which opens the site once however many clients come at the same time', async () => {
    const [a, b] = [processOf('a'), processOf('b')];
    const [first, second, other] = await Promise.all([a.hold(SITE), a.hold(SITE), b.hold(SITE)]);
    expect(first).toBeDefined();
    expect(second).toBe(first);
    expect(other).toBeUndefined();
    expect([a.said, b.said]).toEqual([[`opened ${SITE}`], []]);
  });

  it('is renewed for as long as its process lives, and free for another one some time after its death', async () => {
    const [a, b] = [processOf('a'), processOf('b')];
    await a.hold(SITE);
    for (let renewals = 0; renewals < 5; renewals += 1) {
      store.pass(LEASE_MS - 1);
      await a.renew();
    }
    expect(await b.hold(SITE)).toBeUndefined();
    store.pass(LEASE_MS);
    expect(await b.hold(SITE)).toBeDefined();
  });

  it('is lost by a process that slept over its end: it closes the site, and takes nothing from its successor', async () => {
    const [a, b] = [processOf('a'), processOf('b')];
    await a.hold(SITE);
    store.pass(LEASE_MS);
    await b.hold(SITE);
    await a.renew();
    expect(a.said).toEqual([`opened ${SITE}`, `closed ${SITE}`]);
    expect(a.all()).toEqual([]);
    expect(await a.hold(SITE)).toBeUndefined();
  });

  it('does not end with the store: the site goes on, and is taken anew when the store is back and empty', async () => {
    const [a, b] = [processOf('a'), processOf('b')];
    await a.hold(SITE);
    store.setAway(true);
    store.pass(10 * LEASE_MS);
    await expect(a.renew()).rejects.toThrow('away');
    expect(await a.hold(SITE)).toBeDefined();
    await expect(b.hold(SITE)).rejects.toThrow('away');
    store.setAway(false);
    await a.renew();
    expect(await b.hold(SITE)).toBeUndefined();
    expect(a.said).toEqual([`opened ${SITE}`]);
  });

  it('is not taken from anybody who may have it still when the store has just come back', async () => {
    const [a, b] = [processOf('a'), processOf('b')];
    await a.hold(SITE);
    await store.release(SITE, 'a');
    store.setSettling(true);
    await expect(b.hold(SITE)).rejects.toThrow('may not know');
    await a.renew();
    store.setSettling(false);
    expect(await b.hold(SITE)).toBeUndefined();
    expect(a.said).toEqual([`opened ${SITE}`]);
  });

  it('is not kept by a process that ends while it asks for it', async () => {
    const a = processOf('a');
    const held = a.hold(SITE);
    // The store has been asked.
    await Promise.resolve();
    await a.close();
    await expect(held).rejects.toThrow('ending');
    expect(a.said).toEqual([]);
    expect(await store.isHeld(SITE)).toBe(false);
  });

  it('is free again where the site could not be opened', async () => {
    const [a, b] = [processOf('a'), processOf('b')];
    a.setOpens(false);
    await expect(a.hold(SITE)).rejects.toThrow('database');
    expect(await b.hold(SITE)).toBeDefined();
  });

  it('is given up by a site that nobody has used for a while', async () => {
    const a = processOf('a');
    await a.hold(SITE);
    a.setConnections(0);
    await a.renew();
    store.pass(170_000);
    await a.renew();
    expect(a.all()).toHaveLength(1);
    store.pass(10_000);
    await a.renew();
    expect(a.said).toEqual([`opened ${SITE}`, `closed ${SITE}`]);
    expect(await store.isHeld(SITE)).toBe(false);
  });

  it('is free at once for others when its process ends in order, and not taken again', async () => {
    const [a, b] = [processOf('a'), processOf('b')];
    await a.hold(SITE);
    await a.close();
    expect(a.said).toEqual([`opened ${SITE}`, `closed ${SITE}`]);
    await expect(a.hold(SITE)).rejects.toThrow('ending');
    expect(await b.hold(SITE)).toBeDefined();
  });

  it('is handed over to a process that requests the site, and not before it has stayed for a while', async () => {
    const [a, b] = [processOf('a'), processOf('b')];
    await a.hold(SITE);
    store.pass(MIN_HELD_MS - 1);
    await a.renew();
    await a.handOver(SITE);
    expect(await b.hold(SITE)).toBeUndefined();
    store.pass(1);
    await a.handOver(SITE);
    expect(a.said).toEqual([`opened ${SITE}`, `closed ${SITE}`]);
    expect(await b.hold(SITE)).toBeDefined();
    // A process that does not have the site has nothing to hand over.
    await a.handOver(SITE);
    expect(await a.hold(SITE)).toBeUndefined();
  });
});
