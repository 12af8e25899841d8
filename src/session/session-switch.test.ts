/** Sessions on several sites that began with one sign-in, and the way to the admin realm. */
import { describe, expect, test } from 'vitest';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import { authStateOf, type SessionKey } from './auth-state.ts';
import { tokensOf } from './fakes/fake-auth-service.ts';
import { createFakeTabs } from './fakes/fake-tabs.ts';
import { base64Url } from './hand-over.ts';

const key = (siteId: string): SessionKey => `console:${siteId}`;
const part = (value: unknown) => base64Url(new TextEncoder().encode(JSON.stringify(value)));

/** An access token of a sign-in; nobody here checks its signature. */
function tokenOf(family: string): string {
  const claims: AccessTokenClaims = {
    iss: 'lectern',
    aud: 'lectern',
    sub: 'tutor-1',
    kind: 'tutor',
    tenant: 'demo',
    roles: [],
    iat: 0,
    exp: 900,
    jti: `${family}.${Math.random()}`,
  };
  return `${part({ alg: 'ES256' })}.${part(claims)}.c2ln`;
}

function setUp() {
  const { openTab, ...browser } = createFakeTabs((auth) => ({
    ...auth,
    // As the platform: what an access token begins is of the same sign-in.
    async login(bearer, body) {
      const tokens = await auth.login('token', body);
      const family = JSON.parse(atob(bearer.split('.')[1] ?? '')).jti.split('.')[0];
      return { ...tokens, accessToken: tokenOf(family) };
    },
  }));
  return {
    ...browser,
    openTab(path?: string) {
      const tab = openTab(path);
      return {
        ...tab,
        begin(siteId: string, family: string, changes = {}) {
          const refreshToken = `refresh-${siteId}`;
          const tokens = tokensOf({ siteId, refreshToken, accessToken: tokenOf(family) });
          return tab.begin(authStateOf({ ...tokens, ...changes }, browser.clock.now()));
        },
      };
    },
  };
}

describe('a change to another site', () => {
  test('forgets the left session here and does not end it on the platform, which would end both', async () => {
    const { auth, openTab } = setUp();
    const tab = openTab();
    await tab.begin('riverside', 'one');
    await tab.life.switchTo({ realm: 'console', siteId: 'hillcrest' });
    expect(auth.calls).toEqual(['login token console hillcrest']);
    expect(tab.vault.keys()).toEqual([key('hillcrest')]);
    expect(tab.went).toEqual(['/']);
  });

  test('ends a session of another sign-in that it takes the place of', async () => {
    const { auth, openTab } = setUp();
    const [tab, other] = [openTab(), openTab()];
    await other.begin('hillcrest', 'two');
    await tab.begin('riverside', 'one');
    await tab.life.switchTo({ realm: 'console', siteId: 'hillcrest' });
    expect(auth.calls).toEqual(['login token console hillcrest', 'logout refresh-hillcrest']);
  });
});

test('a sign-out reaches the tabs of other sites that are of the same sign-in, and no others', async () => {
  const { clock, openTab } = setUp();
  const [tab, same, other] = [openTab(), openTab('/users'), openTab()];
  await tab.begin('riverside', 'one');
  await same.begin('hillcrest', 'one');
  await other.begin('lakeside', 'two');
  await tab.life.signOut();
  same.life.storageChanged();
  other.life.storageChanged();
  await clock.advance(2_100);
  expect(same.states.at(-1)).toEqual({ name: 'signed-out', reason: 'elsewhere' });
  expect(other.states.at(-1)).toMatchObject({ name: 'signed-in' });
  expect(tab.vault.keys()).toEqual([key('lakeside')]);
});

describe('the way to the admin panel', () => {
  const hashOf = (address: string | undefined) =>
    Object.fromEntries(new URLSearchParams(new URL(address ?? 'about:blank').hash.slice(1)));

  test('goes by the login page, which keeps the account, and the session of the site stays', async () => {
    const { auth, openTab } = setUp();
    const tab = openTab();
    await tab.begin('riverside', 'one');
    await tab.life.switchTo({ realm: 'admin' });
    expect(hashOf(tab.went[0])).toMatchObject({
      realm: 'admin',
      continue: '/admin',
      reloginWith: 'teacher@demo.example',
    });
    expect(hashOf(tab.went[0])).not.toHaveProperty('fresh');
    expect(auth.calls).toEqual([]);
    expect(tab.vault.keys()).toEqual([key('riverside')]);
  });

  test('uses an admin session of the same person that is there already', async () => {
    const { openTab } = setUp();
    const [tab, admin] = [openTab(), openTab('/admin')];
    await admin.begin('none', 'two', { realm: 'admin', siteId: undefined });
    await tab.begin('riverside', 'one');
    await tab.life.switchTo({ realm: 'admin' });
    expect(tab.went).toEqual(['/admin']);
    expect(tab.vault.choose('/admin')?.realm).toBe('admin');
  });

  test('does not use an admin session of somebody else', async () => {
    const { openTab } = setUp();
    const [tab, admin] = [openTab(), openTab('/admin')];
    await admin.begin('none', 'two', { realm: 'admin', siteId: undefined, userId: 'tutor-2' });
    await tab.begin('riverside', 'one');
    await tab.life.switchTo({ realm: 'admin' });
    expect(hashOf(tab.went[0])).toMatchObject({ realm: 'admin' });
  });

  test('changes nothing without a network', async () => {
    const { network, openTab } = setUp();
    const tab = openTab();
    await tab.begin('riverside', 'one');
    network.isThere = false;
    await expect(tab.life.switchTo({ realm: 'admin' })).rejects.toMatchObject({ code: 'unreachable' });
    expect(await tab.life.freshToken()).toBeDefined();
    expect(tab.went).toEqual([]);
  });
});
