import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorDocumentSchema } from '#protocol/rest/error-document.ts';
import { tenantConfigurationSchema } from '#protocol/tenant-configuration.ts';
import { type AuthFixture, createAuthFixture, MESSAGE } from './auth/auth-fixture.ts';

let at: AuthFixture;
beforeAll(async () => {
  at = await createAuthFixture();
  const assets = join(at.distDir, 'assets');
  await mkdir(assets, { recursive: true });
  await writeFile(
    join(at.distDir, 'index.html'),
    '<html><head><meta name="lectern-config-url" content="" /></head><body></body></html>',
  );
  await mkdir(join(at.distDir, 'student'));
  await writeFile(
    join(at.distDir, 'student/index.html'),
    '<html><head><title>Student</title></head><body></body></html>',
  );
  await writeFile(join(assets, 'app-1.js'), 'plain');
  await writeFile(join(assets, 'app-1.js.br'), 'brotli');
  await writeFile(join(at.distDir, 'service-worker.js'), 'worker');
  await writeFile(join(at.distDir, '.build-stamp'), 'hidden');
}, 30_000);
afterAll(() => at.close());

const OWN = ["'self'", 'http://*.localhost:8080', 'ws://*.localhost:8080'];

const directivesOf = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
  );

const get = (host: string, url: string, headers: Record<string, string> = {}) =>
  at.app.inject({ method: 'GET', url, headers: { host: `${host}:8080`, ...headers } });

describe('pages', () => {
  it.each([
    ['demo.localhost', '/'],
    ['demo.localhost', '/group/7a/grid?hostnames=%5B%5D'],
    ['login.localhost', '/sign-in'],
    ['unknown.localhost', '/users'],
  ])('answers %s%s with the app’s page', async (host, url) => {
    const page = await get(host, url);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['cache-control']).toBe('no-cache');
  });

  it('carries a strict policy, whose style nonce the page knows', async () => {
    const [page, other] = [await get('demo.localhost', '/'), await get('demo.localhost', '/')];
    const policy = String(page.headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
    expect(page.body).toContain(`<meta name="csp-nonce" content="${nonce}" />`);
    expect(other.body).not.toContain(nonce);
    const directives = directivesOf(policy);
    expect(directives).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'", `'nonce-${nonce}'`],
      'worker-src': ["'self'"],
      'frame-ancestors': ["'none'"],
    });
    // Screens of machines in schools are at addresses of their own; on this machine they have no TLS.
    expect(directives['connect-src']).toEqual([...OWN, 'wss:', 'ws://127.0.0.1:*']);
    expect(directives['img-src']).toEqual(["'self'", 'data:', 'blob:', 'http://id.localhost:8080']);
  });

  it('lets the sign-in connect to the platform only, and show no screen', async () => {
    const { headers } = await get('login.localhost', '/sign-in');
    expect(directivesOf(headers['content-security-policy'])['connect-src']).toEqual(OWN);
    expect(headers['permissions-policy']).toContain('display-capture=()');
  });

  it('may show the tutor’s screen, and uses no microphone', async () => {
    const { headers } = await get('demo.localhost', '/');
    const allowed = String(headers['permissions-policy']).split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['display-capture=(self)', 'fullscreen=(self)']));
    expect(allowed).toEqual(expect.arrayContaining(['microphone=()', 'geolocation=()']));
  });

  it('is careful with headers, without binding loopback to TLS', async () => {
    const { headers } = await get('demo.localhost', '/');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });

  it.each([
    ['demo.localhost', '/v1/nothing'],
    ['demo.localhost', '/auth/nothing'],
    ['demo.localhost', '/mqtt'],
    ['demo.localhost', '/assets/gone-2.js'],
    ['demo.localhost', '/picture.png'],
    ['demo.localhost', '/.build-stamp'],
    ['demo.localhost', '/../options.ts'],
    ['demo.localhost', '/%2e%2e/options.ts'],
    ['id.localhost', '/anything'],
    ['config.localhost', '/'],
    ['a.b.localhost', '/users'],
  ])('answers %s%s with an error document, never a page', async (host, url) => {
    const answer = await get(host, url);
    expect(answer.statusCode).toBe(404);
    expect(v.parse(errorDocumentSchema, answer.json()).code).toBe('not-found');
  });

  it('sends whoever asks for the bare domain to the login host', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      expect(await get(host, '/')).toMatchObject({
        statusCode: 302,
        headers: { location: 'http://login.localhost:8080' },
      });
    }
  });
});

describe('the student page', () => {
  it('is its own page with a policy of its own', async () => {
    const page = await get('demo.localhost', '/student/');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<title>Student</title>');
    expect(page.body).toContain('<meta name="lectern-config-url" content="" />');
    expect(directivesOf(page.headers['content-security-policy'])).toEqual({
      'default-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'object-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'style-src-attr': ["'unsafe-inline'"],
      'connect-src': OWN,
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'"],
      'media-src': ["'self'", 'blob:'],
      'worker-src': ["'self'"],
      'form-action': ["'none'"],
    });
    expect(page.headers['permissions-policy']).toContain('display-capture=(self), fullscreen=(self)');
    expect(page.headers['cache-control']).toBe('no-cache');
  });

  it.each(['/student', '/student/index.html'])('is found at %s too', async (url) => {
    expect(await get('demo.localhost', url)).toMatchObject({
      statusCode: 302,
      headers: { location: '/student/' },
    });
  });

  it.each([
    ['login.localhost', '/student/'],
    ['login.localhost', '/student'],
    ['demo.localhost', '/student/group/7a'],
    ['demo.localhost', '/student/other.html'],
  ])('is not at %s%s', async (host, url) => {
    expect((await get(host, url)).statusCode).toBe(404);
  });
});

describe('files', () => {
  it('are compressed where that was prepared, and kept for ever where their name has a hash', async () => {
    const plain = await get('demo.localhost', '/assets/app-1.js');
    expect(plain.body).toBe('plain');
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const small = await get('demo.localhost', '/assets/app-1.js', { 'accept-encoding': 'gzip, br' });
    expect(small.body).toBe('brotli');
    expect(small.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': plain.headers['content-type'],
    });
  });

  it.each([
    ['demo.localhost', '/assets/gone-2.js'],
    ['demo.localhost', '/v1/nothing'],
    ['config.localhost', '/nobody.json'],
  ])('that are not there (%s%s) are asked for again', async (host, url) => {
    const answer = await get(host, url);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('asks again for the service worker, whose script has a policy of its own', async () => {
    const { headers } = await get('demo.localhost', '/service-worker.js');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toMatch(/script-src 'self'; .*connect-src 'self' http/);
  });

  it('lets workers connect to the platform only, and run nothing else', async () => {
    const { headers } = await get('demo.localhost', '/assets/app-1.js');
    expect(directivesOf(headers['content-security-policy'])).toEqual({
      'default-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'object-src': ["'none'"],
      'script-src': ["'self'"],
      'worker-src': ["'self'"],
      'connect-src': OWN,
    });
  });
});

describe('POST /redirect', () => {
  const post = (host: string, payload: Record<string, string>) =>
    at.app.inject({
      ...{ method: 'POST', url: '/redirect', payload: new URLSearchParams(payload).toString() },
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
      ...{ tenant: 'demo', name: 'Demo School', CONSOLE_URL: 'http://demo.localhost:8080' },
      ...{ AUTH_URL: 'http://demo.localhost:8080/auth', REST_URL: 'http://demo.localhost:8080' },
      ...{ MQTT_URL: 'ws://demo.localhost:8080/mqtt', PEER_SERVER: 'ws://demo.localhost:8080/peerjs' },
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
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(v.parse(errorDocumentSchema, answer.json()).code).toBe('tenant-not-found');
  });
});

describe('calls', () => {
  const preflight = (origin: string, url = '/auth/login') =>
    at.app.inject({
      ...{ method: 'OPTIONS', url },
      headers: {
        ...{ host: 'demo.localhost:8080', origin, 'access-control-request-method': 'POST' },
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
    expect(answer.statusCode).toBe(500);
    expect(v.parse(errorDocumentSchema, answer.json()).code).toBe('server');
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
    expect(answer.statusCode).toBe(400);
    expect(v.parse(errorDocumentSchema, answer.json()).code).toBe('invalid');
  });

  it('that are not JSON answer 400', async () => {
    const answer = await at.app.inject({
      ...{ method: 'POST', url: '/auth/login', payload: '{' },
      headers: { host: 'demo.localhost', 'content-type': 'application/json', 'tenant-key': 'demo' },
    });
    expect(answer.statusCode).toBe(400);
    expect(v.parse(errorDocumentSchema, answer.json()).code).toBe('invalid');
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
    expect(v.parse(errorDocumentSchema, refused.json()).message).toBe('Too many calls; wait a minute.');
    expect((await call('10.1.2.4')).statusCode).toBe(400);
    expect((await call('127.0.0.1')).statusCode).toBe(400);
  });

  it('behind a proxy are counted by the address that the proxy saw, whatever the caller claims', async () => {
    const proxied = await createAuthFixture({ trustProxy: true, google: { clientId: 'c' } });
    const call = (claimed: string) =>
      proxied.app.inject({
        ...{ method: 'GET', url: '/auth/sites', remoteAddress: '127.0.0.1' },
        headers: { host: 'demo.localhost', 'x-forwarded-for': `${claimed}, 10.1.9.9` },
      });
    const claims = Array.from({ length: 1_200 }, (_, n) => (n % 2 ? '127.0.0.1' : `10.2.${n % 250}.1`));
    await Promise.all(claims.map(call));
    const statuses = [];
    for (const claimed of ['127.0.0.1', '10.3.0.1']) statuses.push((await call(claimed)).statusCode);
    await proxied.close();
    expect(statuses).toEqual([429, 429]);
  }, 30_000);

  it('of a health check are answered on every host', async () => {
    expect((await get('127.0.0.1', '/healthz')).json()).toEqual({ ok: true });
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
