import { describe, expect, test } from 'vitest';
import { createFakeLoginHost, idTokenOf } from './fakes/fake-sign-in.ts';
import { m } from './messages.ts';

function setUp(tenantId = 'demo') {
  const host = createFakeLoginHost();
  const arrived: string[] = [];
  const identity = host.identity(tenantId)((tenant, token) => arrived.push(`${tenant.tenant} ${token}`), {
    loginHint: 'teacher@demo.example',
    selectAccount: false,
  });
  return { host, identity, arrived, state: identity.state };
}

describe('the provider’s window', () => {
  test('opens inside of the click and is sent on once the tenant is known', async () => {
    const { host, identity } = setUp(' Demo ');
    const done = identity.signInWith('google');
    expect(host.windows).toEqual([{ address: 'about:blank', closed: false }]);
    await done;
    const asked = Object.fromEntries(host.asked());
    expect(host.windows[0]?.address).toMatch(/^http:\/\/id\.localhost:8080\/google\/auth\?/);
    expect(asked).toMatchObject({
      client_id: 'client-1',
      response_type: 'id_token',
      response_mode: 'form_post',
      scope: 'openid profile email',
      redirect_uri: 'http://login.localhost:8080/redirect',
      login_hint: 'teacher@demo.example',
    });
    expect(asked.nonce).toMatch(/^s256\.[\w-]{43}$/);
    expect(asked.state).toMatch(/^[\w-]{32}$/);
    expect(asked.state).not.toBe(asked.nonce);
    expect(asked.prompt).toBeUndefined();
  });

  test.each([
    ['unknown', 'invalid-tenant'],
    ['no/tenant', 'invalid-tenant'],
    ['broken', 'configuration'],
  ])('is closed again for the tenant %s, and says what failed', async (tenantId, name) => {
    const { host, identity, state } = setUp(tenantId);
    host.tenants.set('broken', { name: 'unavailable' } as never);
    await identity.signInWith('google');
    expect(host.windows[0]?.closed).toBe(true);
    expect(state.failure?.name).toBe(name);
    expect(state.progress).toEqual({ name: 'idle' });
    identity.setTenantId('demo');
    expect(state.failure).toBeUndefined();
  });

  test('is closed again when the tenant has no such provider', async () => {
    const { host, identity, state } = setUp();
    await identity.signInWith('microsoft');
    expect(host.windows[0]?.closed).toBe(true);
    expect(state.failure).toEqual({ name: 'no-provider', provider: 'microsoft' });
  });

  test('is closed again if the storage has no room for the request', async () => {
    const { host, identity, state } = setUp();
    host.storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    await identity.signInWith('google');
    expect(host.windows).toEqual([{ address: 'about:blank', closed: true }]);
    expect(state.progress).toEqual({ name: 'idle' });
    expect(state.failure).toEqual({ name: 'refused', text: m.siteDataFull });
  });

  test('that is blocked is offered as a link, and its answer accepted all the same', async () => {
    const { host, identity, state, arrived } = setUp();
    host.blockWindows = true;
    await identity.signInWith('google');
    expect(state.progress).toMatchObject({
      name: 'waiting',
      blockedUrl: expect.stringContaining('/google/auth'),
    });
    host.tokens.write(idTokenOf());
    await host.clock.advance(1_000);
    expect(arrived).toHaveLength(1);
  });
});

describe('waiting', () => {
  test('looks every second, and goes on with the token', async () => {
    const { host, identity, state, arrived } = setUp();
    await identity.signInWith('google');
    await host.clock.advance(3_500);
    host.tokens.write(idTokenOf());
    expect(arrived).toEqual([]);
    await host.clock.advance(500);
    expect(arrived).toEqual([`demo ${idTokenOf()}`]);
    expect(state.progress).toEqual({ name: 'idle' });
    expect(host.clock.pending()).toBe(0);
    expect(host.storageListeners.size).toBe(0);
  });

  const HOUR = 3_600;
  test.each([
    ['an hour ahead', HOUR + 60],
    ['a day ahead', 24 * HOUR],
    ['a year ahead', 365 * 24 * HOUR],
    ['an hour behind', -HOUR],
    ['a day behind', -24 * HOUR],
    ['a year behind', -365 * 24 * HOUR],
  ])('goes on where the clock of this computer is %s', async (_, aheadSeconds) => {
    const { host, identity, arrived } = setUp();
    await identity.signInWith('google');
    const iat = host.clock.now() / 1_000 - aheadSeconds;
    const token = idTokenOf({ iat, exp: iat + HOUR });
    host.tokens.write(token);
    await host.clock.advance(1_000);
    expect(arrived).toEqual([`demo ${token}`]);
    expect(host.tokens.account()?.name).toBe('Tia Teacher');
    // For the next person at this computer, whatever its clock says.
    await host.clock.advance(HOUR * 1_000);
    expect(host.tokens.account()).toBeUndefined();
  });

  test('stops its spinner after ten seconds and still accepts a later token', async () => {
    const { host, identity, state, arrived } = setUp();
    await identity.signInWith('google');
    await host.clock.advance(9_900);
    expect(state.progress).toMatchObject({ name: 'waiting', spinning: true });
    await host.clock.advance(200);
    expect(state.progress).toMatchObject({ name: 'waiting', spinning: false });
    expect(host.clock.pending()).toBe(0);
    await host.clock.advance(60_000);
    host.tokens.write(idTokenOf());
    for (const changed of [...host.storageListeners]) changed();
    expect(arrived).toHaveLength(1);
    expect(host.storageListeners.size).toBe(0);
  });

  test('does not take the token of the account before for an answer', async () => {
    const { host, identity, arrived } = setUp();
    host.tokens.write(idTokenOf());
    await identity.signInWith('google');
    await host.clock.advance(5_000);
    expect(arrived).toEqual([]);
    host.tokens.write(idTokenOf({ email: 'other@demo.example' }));
    await host.clock.advance(1_000);
    expect(arrived).toHaveLength(1);
  });

  test('ends with what the other window reports', async () => {
    const { host, identity, state } = setUp();
    await identity.signInWith('google');
    host.requests.reportError(host.asked().get('state') ?? '', 'The sign-in was cancelled.');
    await host.clock.advance(1_000);
    expect(state.failure).toEqual({ name: 'refused', text: 'The sign-in was cancelled.' });
    expect(state.progress).toEqual({ name: 'idle' });
  });

  test('a second try takes the first one’s place', async () => {
    const { host, identity, arrived } = setUp();
    const first = identity.signInWith('google');
    const second = identity.signInWith('google');
    await Promise.all([first, second]);
    expect(host.windows.map((one) => one.closed)).toEqual([true, false]);
    host.tokens.write(idTokenOf());
    await host.clock.advance(5_000);
    expect(arrived).toHaveLength(1);
  });
});
