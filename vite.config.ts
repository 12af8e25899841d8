import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { iconShards } from './scripts/icon-shards.ts';
import { retiredServiceWorker } from './scripts/retired-service-worker.ts';

/** What the pages and workers load that vite would otherwise discover in mid-session, and then reload the page. */
const preBundled = [
  'comlink',
  'mqtt',
  'workbox-window',
  'workbox-core',
  'workbox-precaching',
  'workbox-routing',
  'workbox-strategies',
  'workbox-expiration',
  'workbox-cacheable-response',
];

export default defineConfig({
  // The platform in front of vite decides which host names it answers.
  server: { allowedHosts: true },
  appType: 'custom',
  cacheDir: '.cache/vite',
  optimizeDeps: { include: preBundled },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    target: 'es2023',
    manifest: true,
    sourcemap: true,
    // A worker or an icon as a data: address would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  plugins: [
    react(),
    retiredServiceWorker(),
    iconShards(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'service-worker.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{html,js,css,svg,png,webmanifest,woff2}'],
        globIgnores: ['**/*.map'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
      // The page registers the worker in production only: in development it would stand before hot reload.
      devOptions: { enabled: false },
    }),
  ],
});
