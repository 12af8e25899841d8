import '#protocol/first-fault.ts';
import * as v from 'valibot';
import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { serviceWorkerMessageSchema } from '#protocol/threads/service-worker.ts';
import { isBuiltFile, isDocument } from './own-answers.ts';
import { ROUTE_TABLE, type RouteRow, routeOf } from './route-table.ts';
import { isUsableStunAnswer, stunCacheKey } from './stun-cache.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

/**
 * The shell is cached with its response headers. Its Content-Security-Policy and the nonces in its body
 * match, so the pair stays valid as long as it is cached.
 */
const SHELL = '/index.html';

const onlyDocuments = {
  cacheWillUpdate: async ({ response }: { response: Response }) => (isDocument(response) ? response : null),
};
const onlyBuiltFiles = {
  cacheWillUpdate: async ({ request, response }: { request: Request; response: Response }) =>
    (await isBuiltFile(new URL(request.url), response)) ? response : null,
};

function handlerFor(row: RouteRow) {
  if (row.strategy === 'precached-shell') return createHandlerBoundToURL(SHELL);
  const cacheName = row.cacheName ?? row.name;
  const expiry = new ExpirationPlugin({ maxAgeSeconds: row.maxAgeSeconds ?? 0, maxEntries: 80 });
  if (row.strategy === 'stale-while-revalidate') {
    return new StaleWhileRevalidate({
      cacheName,
      plugins: [onlyDocuments, expiry],
      matchOptions: { ignoreVary: true },
    });
  }
  if (!row.authorised) {
    return new CacheFirst({
      cacheName,
      plugins: [onlyDocuments, expiry],
      matchOptions: { ignoreVary: true },
    });
  }
  const keyWithoutToken = {
    cacheKeyWillBeUsed: async ({ request }: { request: Request }) => stunCacheKey(request),
    cachedResponseWillBeUsed: async ({
      request,
      cachedResponse,
    }: {
      request: Request;
      cachedResponse?: Response;
    }) =>
      cachedResponse && (await isUsableStunAnswer(cachedResponse, request)) ? cachedResponse : undefined,
  };
  return new CacheFirst({
    cacheName,
    plugins: [keyWithoutToken, onlyDocuments, expiry],
    matchOptions: { ignoreVary: true },
  });
}

const manifest = self.__WB_MANIFEST;
const hasShell = manifest.some((entry) => (typeof entry === 'string' ? entry : entry.url) === SHELL.slice(1));

// If one file is not part of the console, the new version is not installed and the current one stays.
addPlugins([onlyBuiltFiles]);
precacheAndRoute(manifest);
cleanupOutdatedCaches();

for (const row of ROUTE_TABLE) {
  // The development server precaches nothing, so navigations go to the network.
  if (row.strategy === 'precached-shell' && !hasShell) continue;
  registerRoute(
    ({ request, url }) =>
      routeOf({
        method: request.method,
        url,
        ownOrigin: self.location.origin,
        navigation: request.mode === 'navigate',
        authorised: request.headers.has('authorization'),
      }) === row,
    handlerFor(row),
  );
}

self.addEventListener('message', (event) => {
  const message = v.safeParse(serviceWorkerMessageSchema, event.data);
  if (!message.success) return;
  event.waitUntil(self.skipWaiting());
});

// Only the first version claims pages without a service worker. Later versions wait for SKIP_WAITING.
clientsClaim();
