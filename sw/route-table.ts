/**
 * The routes of the service worker as data. The first matching row decides; a request without a matching row
 * goes to the network and is never cached. Static assets are not listed, because the precache handles their
 * exact URLs before this table.
 */

import { STUN_CACHE } from '#protocol/threads/service-worker.ts';

/** The facts on which a row decides. */
export type RequestFacts = {
  method: string;
  url: URL;
  /** The origin that this service worker serves. */
  ownOrigin: string;
  navigation: boolean;
  /** The request has an Authorization header. */
  authorised: boolean;
};

export type RouteName = 'shell' | 'tenant-configuration' | 'special-messages' | 'stun-credentials' | 'icons';

export type RouteRow = {
  name: RouteName;
  strategy: 'precached-shell' | 'stale-while-revalidate' | 'cache-first';
  cacheName?: string;
  /** Matches the path only. A query never makes a URL cacheable. */
  path: RegExp;
  /** Paths that the row never handles, even if `path` matches. */
  except?: RegExp;
  origin: 'own' | 'any';
  navigation: boolean;
  /** Whether the request must have a token, or must not have one. */
  authorised: boolean;
  maxAgeSeconds?: number;
};

const SEVEN_DAYS_S = 604_800;
const THIRTY_DAYS_S = 2_592_000;

export const ROUTE_TABLE: readonly RouteRow[] = [
  {
    name: 'shell',
    strategy: 'precached-shell',
    path: /^\//,
    // Services never get the shell. A path with a file name is a file or a 404. The Help site and the student
    // page have pages of their own.
    except:
      /^\/(?:v1|auth|mqtt|peerjs|healthz|readyz|metrics|docs|student|oauth-consent)(?:\/|$)|\/[^/]+\.[^/]+$/,
    origin: 'own',
    navigation: true,
    authorised: false,
  },
  {
    name: 'tenant-configuration',
    strategy: 'stale-while-revalidate',
    cacheName: 'lectern-tenant',
    path: /^\/[^/]+\.json$/,
    origin: 'any',
    navigation: false,
    authorised: false,
    maxAgeSeconds: THIRTY_DAYS_S,
  },
  {
    name: 'special-messages',
    strategy: 'stale-while-revalidate',
    cacheName: 'lectern-tenant',
    path: /^\/[^/]+\/special-messages\.json$/,
    except: /^\/(?:v1|auth)\//,
    origin: 'any',
    navigation: false,
    authorised: false,
    maxAgeSeconds: THIRTY_DAYS_S,
  },
  {
    // The only authorised response in a cache, so that peers connect without the platform. A sign-out removes
    // it.
    name: 'stun-credentials',
    strategy: 'cache-first',
    cacheName: STUN_CACHE,
    path: /^\/v1\/stun\/creds$/,
    origin: 'any',
    navigation: false,
    authorised: true,
    maxAgeSeconds: SEVEN_DAYS_S,
  },
  {
    // Too many for the precache. Icons shown once are available offline. Their folder contains a version.
    name: 'icons',
    strategy: 'cache-first',
    cacheName: 'lectern-icons',
    path: /^\/assets\/mdi-[\w.-]+\/\w+\.json$/,
    origin: 'own',
    navigation: false,
    authorised: false,
    maxAgeSeconds: THIRTY_DAYS_S,
  },
];

export function routeOf(facts: RequestFacts): RouteRow | undefined {
  if (facts.method !== 'GET') return undefined;
  const path = facts.url.pathname;
  return ROUTE_TABLE.find(
    (row) =>
      row.navigation === facts.navigation &&
      row.authorised === facts.authorised &&
      (row.origin === 'any' || facts.url.origin === facts.ownOrigin) &&
      row.path.test(path) &&
      !row.except?.test(path),
  );
}
