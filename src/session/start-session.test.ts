import { describe, expect, test } from 'vitest';
import type { TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import { createFakeClock, settleTasks } from '#protocol/fakes/fake-clock.ts';
import { authStateOf } from './auth-state.ts';
import { createFakeAuthService, tokensOf } from './fakes/fake-auth-service.ts';
import { fakeCrypto } from './fakes/fake-crypto.ts';
import { createFakeLocks } from './fakes/fake-locks.ts';
import { createFakeStorage } from './fakes/fake-storage.ts';
import { createHandOvers } from './hand-over.ts';
import { createSessionLife } from './session-life.ts';
import type { SessionState } from './session-state.ts';
import { createSessionVault } from './session-vault.ts';
import { startSession } from './start-session.ts';
import type { TenantOutcome } from './tenant-directory.ts';

function setUp(
  address: string,
  tenant: TenantOutcome = { name: 'found', configuration: {} as TenantConfiguration },
) {
  const clock = createFakeClock({ settle: settleTasks });
  const auth = createFakeAuthService();
  const local = createFakeStorage();
  const tab = createFakeStorage();
  const vault = createSessionVault({ local: () => local, tab: () => tab });
  const handOvers = createHandOvers({ storage: () => tab, crypto: fakeCrypto });
  const shown: string[] = [];
  const went: string[] = [];
  const states: SessionState[] = [];
  const life = createSessionLife({
    auth,
    vault,
    handOvers,
    locks: createFakeLocks(),
    clock,
    random: () => 0,
    page: {
      path: () => address,
      go: (to) => went.push(to),
      reload: () => {},
      reachesLogin: async () => true,
    },
    tenantKey: () => 'demo',
    loginUrl: () => 'http://login.localhost:8080',
    publish: (state) => states.push(state),
  });
  const start = (at = address) =>
    startSession({
      tenantKey: 'demo',
      openTenant: async () => tenant,
      life,
      auth,
      vault,
      handOvers,
      nowMs: clock.now,
      location: new URL(at, 'http://demo.localhost:8080'),
      showPath: (path) => shown.push(path),
    });
  const keepSession = (changes = {}, ageMs = 0) => {
    const state = authStateOf(tokensOf(changes), clock.now() - ageMs);
    vault.write(state);
    vault.use(state.realm === 'admin' ? 'admin' : `console:${state.siteId ?? ''}`);
  };
  const hash = () => new URLSearchParams(new URL(went[0] ?? 'about:blank').hash.slice(1));
  return { clock, auth, local, vault, handOvers, shown, went, states, life, start, keepSession, hash };
}

describe('tenant', () => {
  test('an unknown one and a failed configuration are two different ends', async () => {
    expect(await setUp('/', { name: 'not-found' }).start()).toEqual({
      name: 'tenant-not-found',
      tenantKey: 'demo',
    });
    const unavailable = { name: 'unavailable' } as TenantOutcome;
    expect(await setUp('/', unavailable).start()).toEqual({ name: 'tenant-unavailable' });
  });
});

describe('session', () => {
  test('a good one is used', async () => {
    const page = setUp('/group/7a?tab=x#y');
    page.keepSession();
    expect(await page.start()).toEqual({ name: 'signed-in', path: '/group/7a?tab=x#y' });
    expect(page.auth.calls).toEqual([]);
  });

  test('an expired one is refreshed first', async () => {
    const page = setUp('/');
    page.keepSession({}, 700_000);
    expect(await page.start()).toEqual({ name: 'signed-in', path: '/' });
    expect(page.auth.calls).toEqual(['refresh refresh-1']);
  });

  test('an expired one opens when the platform does not answer, and is renewed as soon as it does', async () => {
    const page = setUp('/users');
    page.keepSession({}, 700_000);
    page.auth.answerWith('unreachable');
    expect(await page.start()).toEqual({ name: 'signed-in', path: '/users' });
    expect(page.states).toMatchObject([{ name: 'signed-in', auth: { token: 'access-1' } }]);
    await expect(page.life.freshToken()).rejects.toMatchObject({ code: 'unreachable' });
    page.auth.answerWith('normal');
    await page.clock.advance(30_000);
    expect(page.states.at(-1)).toMatchObject({ name: 'signed-in', auth: { token: 'access-2' } });
    expect(page.went).toEqual([]);
  });

  test('an expired one opens after a moment when the network swallows the question', async () => {
    const page = setUp('/');
    page.keepSession({}, 700_000);
    let answer = () => {};
    page.auth.beforeAnswer(() => new Promise((resolve) => (answer = resolve)));
    const started = page.start();
    await page.clock.advance(2_400);
    expect(page.states).toEqual([]);
    await page.clock.advance(200);
    expect(await started).toEqual({ name: 'signed-in', path: '/' });
    answer();
    await page.clock.settle();
    expect(page.states.at(-1)).toMatchObject({ auth: { token: 'access-2' } });
  });

  test('an expired one that was opened is signed out by the platform’s refusal alone', async () => {
    const page = setUp('/users');
    page.keepSession({}, 700_000);
    page.auth.answerWith('unreachable');
    await page.start();
    await page.clock.advance(3_600_000);
    expect(page.states.map(({ name }) => name)).toEqual(['signed-in']);
    page.auth.answerWith('refuse');
    await page.clock.advance(30_000);
    expect(page.states.at(-1)).toEqual({ name: 'signed-out', reason: 'refused' });
    expect(page.vault.keys()).toEqual([]);
    expect(page.hash().get('continue')).toBe('/users');
  });

  test('an expired one never opens after a sign-out elsewhere, however long the answer takes', async () => {
    const page = setUp('/');
    page.keepSession({}, 700_000);
    page.auth.beforeAnswer(() => new Promise(() => {}));
    void page.start();
    await page.clock.settle();
    page.vault.remove('console:riverside');
    page.life.storageChanged();
    await page.clock.advance(60_000);
    expect(page.states).toEqual([{ name: 'signed-out', reason: 'elsewhere' }]);
  });

  test('an expired one that is refused leads to the login page', async () => {
    const page = setUp('/users');
    page.keepSession({}, 700_000);
    page.auth.answerWith('refuse');
    expect(await page.start()).toEqual({ name: 'leaving' });
    await page.clock.settle();
    expect(page.hash().get('continue')).toBe('/users');
  });

  test('none leads to the login page with the way back, a state and a challenge', async () => {
    const page = setUp('/group/7a?tab=x');
    expect(await page.start()).toEqual({ name: 'leaving' });
    expect(page.hash().get('continue')).toBe('/group/7a?tab=x');
    expect(page.hash().get('challenge')).toMatch(/^[\w-]{43}$/);
    expect(page.hash().get('fresh')).toBeNull();
    expect(page.handOvers.take(page.hash().get('state') ?? '')?.continuePath).toBe('/group/7a?tab=x');
  });

  test('/sign-in begins a new sign-in even beside a session', async () => {
    const page = setUp('/sign-in');
    page.keepSession();
    expect(await page.start()).toEqual({ name: 'leaving' });
    expect(page.hash().get('continue')).toBe('/');
  });
});

test('an address that begins like another host stays a path of this one', async () => {
  const page = setUp('/');
  page.keepSession();
  expect(await page.start('http://demo.localhost:8080//evil.example/x')).toEqual({
    name: 'signed-in',
    path: '/evil.example/x',
  });
  expect(page.shown).toEqual(['/evil.example/x']);
});

describe('hand-over', () => {
  async function returning(place: Parameters<ReturnType<typeof createHandOvers>['begin']>[0]) {
    const page = setUp('/redirect');
    const { state } = await page.handOvers.begin(place);
    return { ...page, address: `/redirect#code=code-1&state=${state}` };
  }

  test('a good one signs in and goes on to where the person wanted to go', async () => {
    const page = await returning({ continuePath: '/group/7a?tab=x' });
    expect(await page.start(page.address)).toEqual({ name: 'signed-in', path: '/group/7a?tab=x' });
    expect(page.vault.read('console:riverside')?.token).toBe('access-2');
    expect(page.shown).toEqual(['/redirect', '/group/7a?tab=x']);
  });

  test('the code leaves the address before anything else, also when the tenant is not found', async () => {
    const page = setUp('/redirect', { name: 'not-found' });
    await page.start('/redirect#code=code-1&state=forged');
    expect(page.shown).toEqual(['/redirect']);
  });

  test.each([
    ['a state that this tab never made', '/redirect#code=code-1&state=forgedforgedforged'],
    ['no state', '/redirect#code=code-1'],
    ['no code', '/redirect#state=forgedforgedforged'],
  ])('with %s it is refused without asking the platform', async (_, address) => {
    const page = await returning({ continuePath: '/' });
    page.keepSession({ siteId: 'hillcrest' });
    expect(await page.start(address)).toEqual({ name: 'hand-over-refused' });
    expect(page.auth.calls).toEqual([]);
    expect(page.vault.keys()).toEqual(['console:hillcrest']);
  });

  test('a state works once', async () => {
    const page = await returning({ continuePath: '/' });
    await page.start(page.address);
    expect(await page.start(page.address)).toEqual({ name: 'hand-over-refused' });
  });

  test('a code that the platform refuses is refused, no answer is said apart', async () => {
    const refused = await returning({ continuePath: '/' });
    refused.auth.answerWith('refuse');
    expect(await refused.start(refused.address)).toEqual({ name: 'hand-over-refused' });
    const unanswered = await returning({ continuePath: '/' });
    unanswered.auth.answerWith('unreachable');
    expect(await unanswered.start(unanswered.address)).toEqual({ name: 'hand-over-unreachable' });
  });

  test('a forged continue is the start page', async () => {
    const page = await returning({ continuePath: '//evil.example' });
    expect(await page.start(page.address)).toEqual({ name: 'signed-in', path: '/' });
  });

  test('a page of the site that was left does not follow into another site; its own back URL does', async () => {
    const page = await returning({ continuePath: '/group/h1', key: 'console:hillcrest' });
    page.vault.saveBackUrl(authStateOf(tokensOf(), 0), '/group/7b');
    expect(await page.start(page.address)).toEqual({ name: 'signed-in', path: '/group/7b' });
  });

  test('an admin page is no place for a console session', async () => {
    const page = await returning({ continuePath: '/admin/tutors' });
    expect(await page.start(page.address)).toEqual({ name: 'signed-in', path: '/' });
  });

  test('/redirect without a code is the start page', async () => {
    const page = setUp('/redirect');
    page.keepSession();
    expect(await page.start()).toEqual({ name: 'signed-in', path: '/' });
  });
});
