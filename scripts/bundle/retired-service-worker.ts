import type { Plugin } from 'vite';

/** Runs in the browser: unregisters the service worker, deletes its caches and reloads its pages. */
const RETIRING = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  const pages = await self.clients.matchAll({ type: 'window' });
  await self.registration.unregister();
  await Promise.all(pages.map((page) => page.navigate(page.url)));
})()));
`;

/**
 * The development server shares its address with `npm start`, whose service worker would keep serving the
 * built console. At the next navigation the browser requests its script and receives this one, which
 * unregisters itself.
 */
export function retiredServiceWorker(): Plugin {
  return {
    name: 'lectern-retired-service-worker',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/service-worker.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(RETIRING);
      });
    },
  };
}
