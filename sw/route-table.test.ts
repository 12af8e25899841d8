import { describe, expect, it } from 'vitest';
import { ROUTE_TABLE, type RouteName, routeOf } from './route-table.ts';

const console_ = 'http://demo.localhost:8080';

type Asked = { url: string; method?: string; navigation?: boolean; authorised?: boolean };

function answeredBy({ url, method = 'GET', navigation = false, authorised = false }: Asked) {
  return routeOf({ method, url: new URL(url, console_), ownOrigin: console_, navigation, authorised })?.name;
}

const kept: [RouteName, Asked][] = [
  ['shell', { url: '/', navigation: true }],
  ['shell', { url: '/group/7a', navigation: true }],
  ['shell', { url: '/group/7a/user/u1/device/d1?displayId=2', navigation: true }],
  ['shell', { url: '/sign-in', navigation: true }],
  ['shell', { url: '/redirect', navigation: true }],
  ['shell', { url: '/authors', navigation: true }],
  ['shell', { url: '/students', navigation: true }],
  ['tenant-configuration', { url: 'http://config.localhost:8080/demo.json' }],
  ['tenant-configuration', { url: 'https://elsewhere.example/d%20emo.json' }],
  ['special-messages', { url: 'http://config.localhost:8080/demo/special-messages.json' }],
  ['stun-credentials', { url: '/v1/stun/creds', authorised: true }],
  ['icons', { url: '/assets/mdi-7.4.47-64/07.json' }],
  ['stun-credentials', { url: 'https://rest.example/v1/stun/creds', authorised: true }],
];

const untouched: [string, Asked][] = [
  ['a REST read', { url: '/v1/groups', authorised: true }],
  ['a paged REST read', { url: '/v1/users?limit=100&_sort=id', authorised: true }],
  ['a REST read that looks like a document', { url: '/v1/groups.json', authorised: true }],
  ['a REST read whose token travels elsewhere', { url: '/v1/tutors/self' }],
  ['STUN credentials without a token', { url: '/v1/stun/creds' }],
  ['a path below the STUN credentials', { url: '/v1/stun/creds/other', authorised: true }],
  ['a configuration document asked for with a token', { url: '/demo.json', authorised: true }],
  ['the list of sites', { url: '/auth/sites', authorised: true }],
  ['public keys', { url: '/auth/.well-known/jwks.json' }],
  ['a special-messages path of a service', { url: '/auth/special-messages.json' }],
  ['a sign-in', { url: '/auth/login', method: 'POST', authorised: true }],
  ['the posted answer of an identity provider', { url: '/redirect', method: 'POST', navigation: true }],
  ['the broker', { url: '/mqtt' }],
  ['the broker, opened as a page', { url: '/mqtt', navigation: true }],
  ['signalling', { url: '/peerjs?id=1&token=t' }],
  ['signalling, opened as a page', { url: '/peerjs/id', navigation: true }],
  ['the health answer', { url: '/healthz', navigation: true }],
  ['the answer whether it is ready', { url: '/readyz', navigation: true }],
  ['the metrics', { url: '/metrics', navigation: true }],
  ['REST, opened as a page', { url: '/v1/groups', navigation: true }],
  ['the auth service, opened as a page', { url: '/auth/sites', navigation: true }],
  ['the Help site', { url: '/docs/index.html', navigation: true }],
  ['the Help site by its folder', { url: '/docs/', navigation: true }],
  ['where a consent comes back to', { url: '/oauth-consent', navigation: true }],
  ['the student page', { url: '/student/', navigation: true }],
  ['the student page without its slash', { url: '/student', navigation: true }],
  ['a file, opened as a page', { url: '/icons/icon-192.png', navigation: true }],
  ['a page of another origin', { url: 'http://id.localhost:8080/google', navigation: true }],
  ['icons of another origin', { url: 'https://elsewhere.example/assets/mdi-7.4.47-64/07.json' }],
  ['another file of the console', { url: '/assets/index-AbC.js' }],
  ['a write to a kept address', { url: 'http://config.localhost:8080/demo.json', method: 'PUT' }],
];

describe('the route table of the service worker', () => {
  it.each(kept)('answers %s for $url', (name, asked) => {
    expect(answeredBy(asked)).toBe(name);
  });

  it.each(untouched)('leaves %s to the network', (_what, asked) => {
    expect(answeredBy(asked)).toBeUndefined();
  });

  it('keeps nothing that was asked for with a token, but the STUN credentials', () => {
    expect(ROUTE_TABLE.filter((row) => row.authorised).map((row) => row.name)).toEqual(['stun-credentials']);
  });

  it('keeps STUN credentials for 7 days', () => {
    const row = ROUTE_TABLE.find(({ name }) => name === 'stun-credentials');
    expect(row?.maxAgeSeconds).toBe(7 * 24 * 60 * 60);
  });

  it('gives every row that keeps answers a cache and an age', () => {
    for (const row of ROUTE_TABLE.filter(({ strategy }) => strategy !== 'precached-shell')) {
      expect(row.cacheName, row.name).toBeTruthy();
      expect(row.maxAgeSeconds, row.name).toBeGreaterThan(0);
    }
  });
});
