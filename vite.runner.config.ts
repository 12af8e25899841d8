/** Bundles the site runner into one file, which Node runs without any other file. */
import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';

export default defineConfig({
  cacheDir: '.cache/vite-runner',
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'agent/runner/program/main.ts',
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20.19',
    minify: true,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // `ws` imports them if they are installed, and works without them.
      external: [...builtinModules, /^node:/, 'bufferutil', 'utf-8-validate'],
      output: {
        format: 'es',
        codeSplitting: false,
        entryFileNames: 'downloads/lectern-runner.mjs',
        banner: '#!/usr/bin/env node',
      },
    },
  },
});
