import { basename, dirname } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { iconModules } from './scripts/bundle/icon-modules.ts';
import { iconShards } from './scripts/bundle/icon-shards.ts';
import { retiredServiceWorker } from './scripts/bundle/retired-service-worker.ts';
import { scriptGroups } from './scripts/bundle/script-groups.ts';
import { smallMqtt } from './scripts/bundle/small-mqtt.ts';
import { buildFolderOf, STUDENT_FOLDER } from './scripts/bundle/student-assets.ts';
import { versionOnly } from './scripts/bundle/version-only.ts';

/** Dependencies that Vite would otherwise discover late, and then reload the page. */
const preBundled = [
  '@novnc/novnc',
  'comlink',
  'mqtt',
  'simple-peer/simplepeer.min.js',
  'workbox-window',
  'workbox-core',
  'workbox-precaching',
  'workbox-routing',
  'workbox-strategies',
  'workbox-expiration',
];

const scriptName = ({ moduleIds }: { moduleIds: string[] }) => `${buildFolderOf(moduleIds)}/[name]-[hash].js`;

/** A worker's entry is the `main.ts` of its folder, and its script is named after the folder. */
const workerName = ({ facadeModuleId, moduleIds }: { facadeModuleId: string | null; moduleIds: string[] }) =>
  `${buildFolderOf(moduleIds)}/${basename(dirname(facadeModuleId ?? ''))}.worker-[hash].js`;

const scripts = scriptGroups(import.meta.dirname);

export default defineConfig({
  // The platform in front of Vite checks host names.
  server: { allowedHosts: true },
  appType: 'custom',
  cacheDir: '.cache/vite',
  optimizeDeps: { include: preBundled },
  worker: {
    format: 'es',
    plugins: () => [smallMqtt()],
    rolldownOptions: { output: { entryFileNames: workerName, chunkFileNames: scriptName } },
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    manifest: true,
    // A worker or an icon as a `data:` URL would need a weaker Content-Security-Policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // All supported browsers have it built in.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', student: 'student/index.html' },
      output: {
        codeSplitting: { groups: scripts.groups },
        entryFileNames: scriptName,
        chunkFileNames: scriptName,
        assetFileNames: (asset) => `${buildFolderOf(asset.originalFileNames)}/[name]-[hash][extname]`,
      },
    },
  },
  plugins: [
    react(),
    versionOnly(import.meta.dirname),
    smallMqtt(),
    retiredServiceWorker(),
    iconShards(),
    iconModules(),
    scripts.plugin,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'service-worker.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        sourcemap: false,
        globPatterns: ['**/*.{html,js,css,svg,png,webmanifest,woff2}'],
        // The shell belongs to the console. Students' pages come from the network with a policy of their own.
        globIgnores: ['**/*.map', 'student/**', `${STUDENT_FOLDER}/**`],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
      // The page registers the worker only in production. In development it would interfere with hot reload.
      devOptions: { enabled: false },
    }),
  ],
});
