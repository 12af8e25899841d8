/**
 * What a browser must load, in the build that is served. Where a limit is passed: load the new part when it is needed
 * (`src/shell/lazy/`); which script a module is in is decided by `scripts/bundle/script-groups.ts`.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildConsole } from '../../scripts/console-build.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');

const chunkSchema = v.object({
  file: v.string(),
  imports: v.optional(v.array(v.string()), []),
  isDynamicEntry: v.optional(v.boolean(), false),
});
type Chunks = Record<string, v.InferOutput<typeof chunkSchema>>;

let chunks: Chunks;

/** The end-to-end tests take the same build. */
beforeAll(async () => {
  const built = await buildConsole(ROOT);
  if (built.name === 'failed') throw new Error(`The console could not be built:\n${built.output}`);
  const manifest = JSON.parse(await readFile(join(DIST, '.vite/manifest.json'), 'utf8'));
  chunks = v.parse(v.record(v.string(), chunkSchema), manifest);
}, 120_000);

/** The scripts of these modules, and all that these import before they run. */
function scriptsOf(...names: string[]): Set<string> {
  const seen = new Set(names);
  for (const name of seen) for (const imported of chunks[name]?.imports ?? []) seen.add(imported);
  const files = [...seen].map((name) => chunks[name]?.file ?? `(the build has no ${name})`);
  return new Set(files.filter((file) => !file.endsWith('.css')));
}

const shell = () => scriptsOf('index.html', 'src/console-app.tsx');

async function gzipKiB(files: Iterable<string>): Promise<number> {
  const contents = await Promise.all([...files].map((file) => readFile(join(DIST, file))));
  return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).byteLength, 0) / 1_024;
}

/** What a module loads that the shell has not loaded already. */
function kibBeyondShell(name: string): Promise<number> {
  const before = shell();
  return gzipKiB([...scriptsOf(name)].filter((file) => !before.has(file)));
}

/** The script of a worker is not in the pages' manifest. Its name begins with that of its folder below `workers/`. */
async function scriptOfWorker(folder: string): Promise<string> {
  const scripts = (await readdir(join(DIST, 'assets'))).filter(
    (name) => name.startsWith(`${folder}.worker-`) && name.endsWith('.js'),
  );
  if (scripts.length !== 1)
    throw new Error(`the build has ${scripts.length} scripts of the worker ${folder}`);
  return `assets/${scripts[0]}`;
}

describe('JavaScript', () => {
  // 95.1 KiB when this was written, of which the MQTT library is 68.
  it('of the live worker: 120 KiB gzip at most', async () => {
    expect(await gzipKiB([await scriptOfWorker('live')])).toBeLessThanOrEqual(120);
  });

  // 169.5 KiB when this was written, of which react-dom is 63 and the router 27.
  it('before the shell: 170 KiB gzip at most', async () => {
    expect(await gzipKiB(shell())).toBeLessThanOrEqual(170);
  });

  // 8 when this was written.
  it('before the shell comes in few requests', () => {
    expect([...shell()].length).toBeLessThanOrEqual(10);
  });

  // 15.1 KiB when this was written. It decides where to go, and runs without React.
  it('of the first script: 20 KiB gzip at most', async () => {
    expect(await gzipKiB(scriptsOf('index.html'))).toBeLessThanOrEqual(20);
  });

  // When this was written: the group's screen 76.7, a device's 71.6, policies 50.7, users 37.6, feedback 29.9.
  it('of each screen beyond the shell: 80 KiB gzip at most', async () => {
    const screens = Object.keys(chunks).filter((name) => /^src\/screens\/.*-screen\.tsx$/.test(name));
    expect(screens).toContain('src/screens/group/group-screen.tsx');
    const beyond = await Promise.all(
      screens.map(async (name) => ({ name, kib: await kibBeyondShell(name) })),
    );
    expect(beyond.filter(({ kib }) => kib > 80)).toEqual([]);
  });

  // 125.4 and 125.2 when this was written. The table that is selected and sorted by keyboard, 57, comes after the screen.
  it('of a list of the site with its table, beyond the shell: 126 KiB gzip at most', async () => {
    for (const list of ['src/screens/devices/management-tab.tsx', 'src/screens/users/user-list.tsx'])
      expect(await kibBeyondShell(list)).toBeLessThanOrEqual(126);
  });
});

// 2.3 MiB when this was written.
it('all that the service worker keeps for a start without a network: 6 MiB at most', async () => {
  const worker = await readFile(join(DIST, 'service-worker.js'), 'utf8');
  const kept = [...worker.matchAll(/"?url"?:\s*"([^"]+)"/g)].map(([, url = '']) => url);
  expect(kept).toEqual(expect.arrayContaining(['index.html', ...shell()]));
  const sizes = await Promise.all(kept.map(async (file) => (await readFile(join(DIST, file))).byteLength));
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1_024 ** 2).toBeLessThanOrEqual(6);
});
