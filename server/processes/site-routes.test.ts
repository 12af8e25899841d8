import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeLeaseStore } from './fakes/fake-lease-store.ts';
import { MISSED_MS } from './site-leases.ts';
import { type Asked, createSiteRoutes } from './site-routes.ts';

const SITE = 'demo/riverside';

let store: ReturnType<typeof createFakeLeaseStore>;
let asked: string[];
/** What each process answers; none of them: it serves. */
let answers: Map<string, Asked<string>>;
beforeEach(() => {
  store = createFakeLeaseStore();
  asked = [];
  answers = new Map();
});

const routesOf = (self: string, isHere = false) =>
  createSiteRoutes({
    store,
    self,
    isHere: () => isHere,
    isNear: (process) => !process.startsWith('far'),
    failed: () => {},
  });

/** As a process does: it takes the site where that is free, and serves it. */
async function ask(name: string): Promise<Asked<string>> {
  asked.push(name);
  const answer = answers.get(name);
  if (answer) return answer;
  const holder = await store.hold(SITE, name);
  return holder === name ? { name: 'answered', answer: name } : { name: 'moved', holder };
}

describe('the way to the process of a site', () => {
  it('leads to the process that has it', async () => {
    await store.hold(SITE, 'b');
    expect(await routesOf('a').reach(SITE, ask)).toBe('b');
    expect(asked).toEqual(['b']);
  });

  it('leads to this process without a question where it has it', async () => {
    store.setAway(true);
    answers.set('a', { name: 'answered', answer: 'a' });
    expect(await routesOf('a', true).reach(SITE, ask)).toBe('a');
  });

  it('leads to the process with the fewest sites where nobody has it', async () => {
    await store.announce('a', 3);
    await store.announce('b', 1);
    expect(await routesOf('a').reach(SITE, ask)).toBe('b');
  });

  it('follows a site that has moved meanwhile', async () => {
    await store.hold(SITE, 'c');
    answers.set('b', { name: 'moved', holder: 'c' });
    const routes = createSiteRoutes({
      store: { ...store, holderOf: async () => 'b' },
      self: 'a',
      isHere: () => false,
      isNear: () => true,
      failed: () => {},
    });
    expect(await routes.reach(SITE, ask)).toBe('c');
    expect(asked).toEqual(['b', 'c']);
  });

  it('leads past a process that is dead at once, not only when its lease is over', async () => {
    await store.announce('a', 0);
    await store.announce('b', 0);
    await store.hold(SITE, 'b');
    answers.set('b', { name: 'dead' });
    expect(await routesOf('a').reach(SITE, ask)).toBe('a');
    expect(asked).toEqual(['b', 'a']);
    expect(await store.choose()).toBe('a');
  });

  it('takes nothing from a process of another machine that cannot be reached and renews its lease', async () => {
    await store.announce('a', 0);
    await store.hold(SITE, 'far.b');
    answers.set('far.b', { name: 'dead' });
    const routes = routesOf('a');
    for (let renewals = 0; renewals < 3; renewals += 1) {
      expect(await routes.reach(SITE, ask)).toBeUndefined();
      expect(await store.holderOf(SITE)).toBe('far.b');
      store.pass(MISSED_MS - 1);
      await store.hold(SITE, 'far.b');
    }
    store.pass(MISSED_MS);
    expect(await routes.reach(SITE, ask)).toBe('a');
  });

  it('leads to the process that served the site before where the store has lost everything, until it has left the site', async () => {
    await store.hold(SITE, 'b');
    const routes = routesOf('a');
    await routes.reach(SITE, ask);
    await store.release(SITE, 'b');
    await store.announce('a', 0);
    expect(await routes.reach(SITE, ask)).toBe('b');
    await store.release(SITE, 'b');
    answers.set('b', { name: 'silent' });
    expect(await routes.reach(SITE, ask)).toBeUndefined();
    expect(await routes.reach(SITE, ask)).toBe('a');
  });

  it('leads nowhere for now where the process of the site does not answer: it may live', async () => {
    await store.hold(SITE, 'b');
    answers.set('b', { name: 'silent' });
    expect(await routesOf('a').reach(SITE, ask)).toBeUndefined();
    expect(await store.holderOf(SITE)).toBe('b');
  });

  it('leads where the site was last while the store is away, and nowhere where that is not known', async () => {
    await store.hold(SITE, 'b');
    const routes = routesOf('a');
    await routes.reach(SITE, ask);
    answers.set('b', { name: 'answered', answer: 'b' });
    store.setAway(true);
    expect(await routes.reach(SITE, ask)).toBe('b');
    expect(await routes.reach('demo/hillcrest', ask)).toBeUndefined();
  });

  it('ends where processes point at each other', async () => {
    answers.set('a', { name: 'moved', holder: 'b' });
    answers.set('b', { name: 'moved', holder: 'a' });
    expect(await routesOf('a').reach(SITE, ask)).toBeUndefined();
    expect(asked.length).toBeLessThan(10);
  });
});
