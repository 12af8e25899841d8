/** Bundles the worker and the pages of the Chrome extension. Content scripts are bundled one by one. */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { smallMqtt } from './scripts/bundle/small-mqtt.ts';

const root = join(import.meta.dirname, 'agent/extension');
const page = (name: string) => join(root, `pages/${name}/${name}.html`);

export default defineConfig({
  root,
  // A page finds its files beside itself, because the extension has no host of its own.
  base: './',
  cacheDir: join(import.meta.dirname, '.cache/vite-extension'),
  publicDir: false,
  build: {
    target: 'chrome120',
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        background: join(root, 'background/main.ts'),
        blocked: page('blocked'),
        broadcast: page('broadcast'),
        lock: page('lock'),
        offscreen: join(root, 'offscreen/offscreen.html'),
        options: page('options'),
        panel: page('panel'),
      },
      output: {
        entryFileNames: ({ name }) => (name === 'background' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  plugins: [react(), smallMqtt()],
});
