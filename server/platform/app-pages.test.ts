import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppFixture, createAppFixture, refusalOf } from './fakes/app-fixture.ts';

let at: AppFixture;
beforeAll(async () => {
  at = await createAppFixture();
}, 30_000);
afterAll(() => at.close());

const get: AppFixture['get'] = (...asked) => at.get(...asked);

const OWN = ["'self'", 'http://*.localhost:8080', 'ws://*.localhost:8080'];

const directivesOf = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
  );

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

  it.each([
    ['demo.localhost', '/group/a.b'],
    ['demo.localhost', '/foo.html'],
    ['demo.localhost', '/admin/x.y'],
    ['demo.localhost', '/group/g-900%2F..%2F'],
    ['login.localhost', '/sign-in.php'],
  ])('answers a person who opens %s%s with the app’s page, which leads home', async (host, url) => {
    const page = await at.app.inject({
      url,
      headers: { host, 'sec-fetch-mode': 'navigate', accept: 'text/html' },
    });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(directivesOf(page.headers['content-security-policy'])['script-src']).toEqual(["'self'"]);
    expect(page.headers['cache-control']).toBe('no-cache');
  });

  it.each(['/service-worker.js.map', '/service-worker.js%2Emap', '/service-worker.js.MAP'])(
    'has no source map at %s',
    async (url) => {
      expect((await get('demo.localhost', url)).statusCode).toBe(404);
    },
  );

  it.each(['/assets/gone-2.js', '/v1/x.json', '/docs/gone.html', '/student/a.b'])(
    'has no page for a person who opens %s',
    async (url) => {
      const answer = await at.app.inject({
        url,
        headers: { host: 'demo.localhost', 'sec-fetch-mode': 'navigate', authorization: 'Bearer none' },
      });
      expect(answer.statusCode).not.toBe(200);
      expect(answer.headers['content-type']).toContain('application/json');
    },
  );

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
    // Screens of machines in schools have their own addresses. On this machine they have no TLS.
    expect(directives['connect-src']).toEqual([
      ...OWN,
      'wss:',
      'ws://127.0.0.1:*',
      'https:',
      'http://127.0.0.1:*',
    ]);
    expect(directives['img-src']).toEqual([
      "'self'",
      'data:',
      'blob:',
      'http://id.localhost:8080',
      // Pictures of reports, if the REST service has its own host.
      'http://*.localhost:8080',
    ]);
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
    expect(refusalOf(answer)).toMatchObject({ status: 404, code: 'not-found' });
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
