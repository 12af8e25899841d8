import { describe, expect, test } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { createFakeLoginHost, idTokenOf, refusal } from './fakes/fake-sign-in.ts';
import { createLogin } from './login.ts';
import type { LoginHash } from './login-hash.ts';

const request = { state: 's'.repeat(16), challenge: 'c'.repeat(43) };
const fromConsole: LoginHash = { tenant: 'demo', continuePath: '/', request, fresh: false };

function setUp(hash: LoginHash, storedToken?: string) {
  const host = createFakeLoginHost();
  if (storedToken) host.tokens.write(storedToken);
  const bodies: unknown[] = [];
  const login = createLogin({
    hash,
    tokens: host.tokens,
    identity: host.identity(hash.tenant),
    authOf: () => ({
      sites: () => host.sites(),
      handOver: (_idToken, body) => {
        bodies.push(body);
        return host.handOver();
      },
    }),
    go: host.go,
  });
  const sites = () => (login.state.step.name === 'sites' ? login.state.step.sites : undefined);
  return { host, login, bodies, sites, state: login.state };
}

describe('start', () => {
  test('without anything it waits for a tenant and an account', async () => {
    const { host, login, state } = setUp({ continuePath: '/', fresh: false });
    await login.start();
    expect(state.step).toEqual({ name: 'identity' });
    expect(host.went).toEqual([]);
  });

  test('with a tenant but no state it asks that tenant’s console for one', async () => {
    const { host, login } = setUp({ tenant: 'demo', continuePath: '/', fresh: false });
    await login.start();
    expect(host.went).toEqual(['http://demo.localhost:8080/sign-in']);
  });

  test('with a tenant, a state and an account it shows the sites', async () => {
    const { login, state } = setUp(fromConsole, idTokenOf());
    await login.start();
    expect(state.step).toMatchObject({
      name: 'sites',
      account: { name: 'Tia Teacher', email: 'teacher@demo.example' },
      sites: { name: 'success', managementAccess: false },
    });
  });

  test('fresh forgets the account, asks which one, and suggests the last', async () => {
    const hash = { ...fromConsole, fresh: true, reloginWith: 'teacher@demo.example' };
    const { host, login, state } = setUp(hash, idTokenOf());
    await login.start();
    expect(host.tokens.read()).toBeUndefined();
    expect(state.step.name).toBe('identity');
    await login.identity.signInWith('google');
    expect(host.asked().get('login_hint')).toBe('teacher@demo.example');
    expect(host.asked().get('prompt')).toBe('select_account');
  });

  test('an account whose token has run out has to sign in again', async () => {
    const { host, login, state } = setUp(fromConsole, idTokenOf({ iat: 0, exp: 60 }));
    await host.clock.advance(60_000);
    await login.start();
    expect(state.step.name).toBe('identity');
  });

  test('an unknown tenant in the hash is said', async () => {
    const { login } = setUp({ ...fromConsole, tenant: 'unknown' }, idTokenOf());
    await login.start();
    expect(login.identity.state.failure).toEqual({ name: 'invalid-tenant' });
  });
});

test('a sign-in whose owner has signed out elsewhere is forgotten, and asked for anew', async () => {
  const { host, login, state } = setUp(fromConsole, idTokenOf());
  host.sites = async () => {
    throw new AppError('sign-in-ended', 'This sign-in has ended; sign in again.', {
      detail: { status: 401 },
    });
  };
  await login.start();
  expect(state.step.name).toBe('identity');
  expect(host.tokens.read()).toBeUndefined();
});

describe('for the admin realm', () => {
  const hash: LoginHash = { ...fromConsole, realm: 'admin', reloginWith: 'Teacher@demo.example' };

  test('the account that asked goes on without a question', async () => {
    const { host, login, bodies } = setUp(hash, idTokenOf());
    await login.start();
    expect(bodies).toEqual([{ realm: 'admin', ...request }]);
    expect(host.went).toHaveLength(1);
  });

  test('another account that is signed in here does not', async () => {
    const { login, bodies, state } = setUp(hash, idTokenOf({ email: 'other@demo.example' }));
    await login.start();
    expect(state.step.name).toBe('identity');
    expect(bodies).toEqual([]);
  });

  test('a refusal shows the sites, with what the server said', async () => {
    const { host, login, state } = setUp(hash, idTokenOf());
    host.handOver = async () => {
      throw refusal(403, 'Your account may not sign in here.');
    };
    await login.start();
    expect(state.step).toMatchObject({
      sites: { name: 'success' },
      login: { name: 'failed', text: 'Your account may not sign in here.' },
    });
  });
});

test('a token for another tenant than the hash’s goes to that tenant’s console', async () => {
  const { host, login } = setUp({ ...fromConsole, tenant: 'other' });
  login.identity.setTenantId('demo');
  await login.identity.signInWith('google');
  host.tokens.write(idTokenOf());
  await host.clock.advance(1_000);
  expect(host.went).toEqual(['http://demo.localhost:8080/sign-in']);
});

describe('sites', () => {
  test.each([
    [refusal(401, 'Unknown to this tenant.'), { name: 'unauthorized', detail: 'Unknown to this tenant.' }],
    [refusal(401), { name: 'unauthorized' }],
    [refusal(503, 'Down.'), { name: 'error', status: 503, detail: 'Down.' }],
    [new AppError('unreachable', 'no answer'), { name: 'unreachable' }],
  ])('%s', async (error, expected) => {
    const { host, login, sites } = setUp(fromConsole, idTokenOf());
    host.sites = () => Promise.reject(error);
    await login.start();
    expect(sites()).toEqual(expected);
  });

  test('retry asks again', async () => {
    const { host, login, sites } = setUp(fromConsole, idTokenOf());
    const good = host.sites;
    host.sites = () => Promise.reject(new AppError('unreachable', 'no answer'));
    await login.start();
    host.sites = good;
    await login.retrySites();
    expect(sites()?.name).toBe('success');
  });

  test('the only one is chosen already', async () => {
    const { host, login, state } = setUp(fromConsole, idTokenOf());
    host.sites = async () => ({ sites: [{ id: 'riverside', name: 'R' }], managementAccess: false });
    await login.start();
    expect(state.step).toMatchObject({ selectedSiteId: 'riverside' });
  });

  test('change tenant keeps the account, change account does not and asks which', async () => {
    const { host, login, state } = setUp(fromConsole, idTokenOf());
    await login.start();
    login.changeTenant();
    expect(state.step.name).toBe('identity');
    expect(host.tokens.read()).toBeDefined();
    expect(login.identity.state.tenantId).toBe('');
    login.identity.setTenantId('demo');
    await login.identity.continueWithAccount();
    expect(state.step.name).toBe('sites');
    login.changeAccount();
    expect(host.tokens.read()).toBeUndefined();
    await login.identity.signInWith('google');
    expect(host.asked().get('prompt')).toBe('select_account');
  });
});

describe('login', () => {
  test('needs a selected site', async () => {
    const { login, bodies } = setUp(fromConsole, idTokenOf());
    await login.start();
    await login.login();
    expect(bodies).toEqual([]);
  });

  test('hands a one-time code to the tenant’s console', async () => {
    const { host, login, bodies } = setUp(fromConsole, idTokenOf());
    await login.start();
    login.selectSite('hillcrest');
    await login.login();
    expect(bodies).toEqual([{ realm: 'console', siteId: 'hillcrest', ...request }]);
    expect(host.went).toEqual([`http://demo.localhost:8080/redirect#code=code-1&state=${request.state}`]);
  });

  test('as admin names no site', async () => {
    const { login, bodies } = setUp(fromConsole, idTokenOf());
    await login.start();
    await login.loginAsAdmin();
    expect(bodies).toEqual([{ realm: 'admin', ...request }]);
  });

  test('a second click while it runs does nothing', async () => {
    const { login, bodies } = setUp(fromConsole, idTokenOf());
    await login.start();
    login.selectSite('hillcrest');
    await Promise.all([login.login(), login.login()]);
    expect(bodies).toHaveLength(1);
  });

  test('a failure is shown with what the server said, and can be tried again', async () => {
    const { host, login, state } = setUp(fromConsole, idTokenOf());
    await login.start();
    login.selectSite('hillcrest');
    host.handOver = () => Promise.reject(refusal(500, 'Out of order.'));
    await login.login();
    expect(state.step).toMatchObject({ login: { name: 'failed', text: 'Out of order.' } });
    host.handOver = () => Promise.reject(refusal(401, 'No longer.'));
    await login.login();
    expect(state.step).toMatchObject({ sites: { name: 'unauthorized', detail: 'No longer.' } });
    login.startAgain();
    expect(host.went).toEqual(['http://demo.localhost:8080/sign-in']);
  });
});
