/**
 * What the service worker answers, as data: the first row that matches decides; a request that no row matches
 * goes to the network untouched and is never kept. Static assets are not listed: the precache answers those by
 * their exact addresses before this table is asked.
 */

import { STUN_CACHE } from '#protocol/threads/service-worker.ts';

/** What a row may look at. */
export type RequestFacts = {
  method: string;
  url: URL;
  /** The origin that this service worker serves. */
  ownOrigin: string;
  navigation: boolean;
  /** The request carries an Authorization header. */
  authorised: boolean;
};

export type RouteName = 'shell' | 'tenant-configuration' | 'special-messages' | 'stun-credentials' | 'icons';

export type RouteRow = {
  name: RouteName;
  strategy: 'precached-shell' | 'stale-while-revalidate' | 'cache-first';
  cacheName?: string;
  /** Tried on the path alone; a query never makes an address cacheable. */
  path: RegExp;
  /** Paths that the row never answers, though `path` would. */
  except?: RegExp;
  origin: 'own' | 'any';
  navigation: boolean;
  /** Whether the request must carry a token, or must not. */
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
    // Services are never the shell; a path that names a file is a file or a 404; the Help site has its own pages, and
    // so have students.
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
    // The one authorised answer that is kept, so that peers connect also without the platform; a sign-out drops it.
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
    // Too many for the precache; those that were shown once are there without a network. Their folder names a version.
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
