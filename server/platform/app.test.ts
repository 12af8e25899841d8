import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthFixture, MESSAGE } from '#auth/fakes/auth-fixture.ts';
import { tenantConfigurationSchema } from '#protocol/auth/tenant-configuration.ts';
import manifest from '../../package.json' with { type: 'json' };
import { type AppFixture, createAppFixture, refusalOf } from './fakes/app-fixture.ts';

let at: AppFixture;
beforeAll(async () => {
  at = await createAppFixture();
}, 30_000);
afterAll(() => at.close());

const get: AppFixture['get'] = (...asked) => at.get(...asked);

describe('POST /redirect', () => {
  const post = (host: string, payload: Record<string, string>) =>
    at.app.inject({
      method: 'POST',
      url: '/redirect',
      payload: new URLSearchParams(payload).toString(),
      headers: { host: `${host}:8080`, 'content-type': 'application/x-www-form-urlencoded' },
    });

  it('answers the login host with the page and what was posted, and is not stored', async () => {
    const page = await post('login.localhost', { id_token: 'a.b.c', state: '</script>', code: 'x' });
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'unsafe-none',
    });
    const json = /id="lectern-idp-response">([^<]*)</.exec(page.body)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual({ id_token: 'a.b.c', state: '</script>' });
  });

  it('passes a provider’s error on', async () => {
    const page = await post('login.localhost', { error: 'access_denied', state: 's' });
    expect(page.body).toContain('"error":"access_denied"');
  });

  it('exists on the login host only', async () => {
    expect((await post('demo.localhost', { id_token: 'a.b.c' })).statusCode).toBe(404);
  });
});

describe('configuration documents', () => {
  it('tell where a tenant’s services are, to any origin', async () => {
    const answer = await get('config.localhost', '/demo.json', { origin: 'http://demo.localhost:8080' });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(v.parse(tenantConfigurationSchema, answer.json())).toEqual({
      tenant: 'demo',
      name: 'Demo School',
      CONSOLE_URL: 'http://demo.localhost:8080',
      AUTH_URL: 'http://demo.localhost:8080/auth',
      REST_URL: 'http://demo.localhost:8080',
      MQTT_URL: 'ws://demo.localhost:8080/mqtt/',
      PEER_SERVER: 'ws://demo.localhost:8080/peerjs/',
      STUN_SERVER: 'stun:localhost:3478',
      providers: {
        google: {
          authorizationUrl: 'http://id.localhost:8080/google/auth',
          clientId: 'lectern-development-google',
        },
        microsoft: {
          authorizationUrl: 'http://id.localhost:8080/microsoft/auth',
          clientId: 'lectern-development-microsoft',
        },
      },
    });
  });

  it('hold a tenant’s special messages', async () => {
    expect((await get('config.localhost', '/demo/special-messages.json')).json()).toEqual([
      { ...MESSAGE, type: 'info', closable: true },
    ]);
    expect((await get('config.localhost', '/empty/special-messages.json')).json()).toEqual([]);
  });

  it('are readable through a proxy of any name', async () => {
    expect((await get('127.0.0.1', '/demo.json')).json()).toMatchObject({ tenant: 'demo' });
  });

  it.each(['/nowhere.json', '/nowhere/special-messages.json'])('say 404 for %s', async (url) => {
    const answer = await get('config.localhost', url);
    expect(refusalOf(answer)).toMatchObject({ status: 404, code: 'tenant-not-found' });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });
});

describe('calls', () => {
  const preflight = (origin: string, url = '/auth/login') =>
    at.app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        host: 'demo.localhost:8080',
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,tenant-key',
      },
    });

  it('may come from the login host and from consoles, not from elsewhere', async () => {
    for (const origin of ['http://login.localhost:8080', 'http://demo.localhost:8080']) {
      const { headers } = await preflight(origin);
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-allow-headers']).toContain('tenant-key');
    }
    for (const origin of ['http://evil.example', 'http://id.localhost:8080']) {
      expect((await preflight(origin)).headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('that fail inside answer 500 without internals, and are logged once', async () => {
    const answer = await get('demo.localhost', '/v1/broken?token=abc');
    expect(refusalOf(answer)).toMatchObject({ status: 500, code: 'server' });
    expect(answer.body).not.toContain('internals');
    const errors = at.logged.filter(({ level }) => level === 'error');
    expect(errors).toHaveLength(1);
    expect(errors[0]?.fields).toMatchObject({ method: 'GET', path: '/v1/broken' });
  });

  it.each([
    ['config.localhost', '/%00.json'],
    ['config.localhost', '/demo%00/special-messages.json'],
    ['demo.localhost', '/v1/groups/%00'],
  ])('for %s%s, which no name can be, answer 400', async (host, url) => {
    const answer = await get(host, url);
    expect(refusalOf(answer)).toMatchObject({ status: 400, code: 'invalid' });
  });

  it('that are not JSON answer 400', async () => {
    const answer = await at.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: '{',
      headers: { host: 'demo.localhost', 'content-type': 'application/json', 'tenant-key': 'demo' },
    });
    expect(refusalOf(answer)).toMatchObject({ status: 400, code: 'invalid' });
  });

  it('to the auth service are counted, by address', async () => {
    const call = (remoteAddress: string) =>
      at.app.inject({
        method: 'GET',
        url: '/auth/sites',
        remoteAddress,
        headers: { host: 'demo.localhost' },
      });
    const callMany = async (count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => call('10.1.2.3')));
      return [...new Set(answers.map((answer) => answer.statusCode))];
    };
    expect(await callMany(1_200)).toEqual([400]);
    expect(await callMany(10)).toEqual([429]);
    const refused = await call('10.1.2.3');
    expect(refusalOf(refused).message).toBe('Too many calls from your network; wait a minute.');
    expect((await call('10.1.2.4')).statusCode).toBe(400);
    expect((await call('127.0.0.1')).statusCode).toBe(400);
  });

  it('behind a proxy are counted by the address that the proxy saw, whatever the caller claims', async () => {
    const proxied = await createAuthFixture({ trustedProxies: ['loopback'], google: { clientId: 'c' } });
    const call = (claimed: string, remoteAddress = '127.0.0.1') =>
      proxied.app.inject({
        method: 'GET',
        url: '/auth/sites',
        remoteAddress,
        headers: { host: 'demo.localhost', 'x-forwarded-for': `${claimed}, 10.1.9.9` },
      });
    const claims = Array.from({ length: 1_200 }, (_, n) => (n % 2 ? '127.0.0.1' : `10.2.${n % 250}.1`));
    await Promise.all(claims.map((claim) => call(claim)));
    const statuses = [];
    for (const claimed of ['127.0.0.1', '10.3.0.1']) statuses.push((await call(claimed)).statusCode);
    // Clients that bypass the proxy are counted by their own address.
    const past = await Promise.all(claims.map((claim) => call(claim, '10.7.7.7')));
    statuses.push((await call('10.8.8.8', '10.7.7.7')).statusCode);
    await proxied.close();
    expect(new Set(past.map((answer) => answer.statusCode))).toEqual(new Set([400]));
    expect(statuses).toEqual([429, 429, 429]);
  }, 30_000);

  it('of a health check are answered on every host', async () => {
    expect((await get('127.0.0.1', '/healthz')).json()).toEqual({ ok: true, version: manifest.version });
  });
});

describe('pictures', () => {
  it('of accounts are drawn by the id host, and may be shown by consoles', async () => {
    const picture = await get('id.localhost', '/pictures/teacher%40demo.example.svg');
    expect(picture.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(picture.body).toContain('>TT</text>');
    expect((await get('demo.localhost', '/pictures/teacher%40demo.example.svg')).statusCode).toBe(404);
  });

  it('include no icon of the provider’s pages, without an error', async () => {
    expect((await get('id.localhost', '/favicon.ico')).statusCode).toBe(204);
  });

  it('cannot be made to hold markup', async () => {
    const picture = await get(
      'id.localhost',
      `/pictures/${encodeURIComponent('<script>. <b>@x.example')}.svg`,
    );
    expect(picture.body).not.toMatch(/<script|<b>/);
  });
});
