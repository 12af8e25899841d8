/** Bundles a TypeScript file that runs in a page or worker of a bench, with the libraries as the console gets them. */
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

/** One script without imports, for a `<script>`, a classic worker or Playwright's `addInitScript`. */
export async function bundlePage(entry: URL): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: fileURLToPath(entry), formats: ['iife'], name: 'lecternBench' },
    },
  })) as Rolldown.RolldownOutput[];
  const code = output[0]?.output[0].code;
  if (code === undefined) throw new Error(`${entry.href} was not bundled`);
  return code;
}
