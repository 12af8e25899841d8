/** A library that does input or output has one door: one file per realm imports it, and the rest asks that file. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

const REALMS = [
  'src',
  'workers/live',
  'workers/chunks',
  'workers/clock',
  'workers/inventory',
  'sw',
  'server',
  'agent/core',
  'agent/mqtt',
  'agent/node',
  'agent/runner',
  'agent/peer',
  'agent/student-ui',
  'agent/extension',
  'agent/page',
  'agent/simulated',
  'agent/desktop',
];
const LIBRARIES = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-presigned-post',
  '@novnc/novnc',
  '@electric-sql/pglite',
  '@roamhq/wrtc',
  'aedes',
  'idb',
  'ioredis',
  'mqtt',
  'mqtt-packet',
  'oidc-provider',
  'prom-client',
  'simple-peer',
  'workbox-window',
  'ws',
  'x11',
];
/** These take more than a file: drawing, both ends of a channel, a database and the tests' own. */
const FOLDER_LIBRARIES = ['@napi-rs/canvas', 'comlink', 'pg'];

/** A realm that speaks to two workers has a door to each. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  'src comlink': ['src/live/worker', 'src/peer/chunks', 'src/rest/inventory'],
};

/** Imports that exist at run time: `import type` opens no door. */
function importsOf(code: string): string[] {
  const named = code.matchAll(/^\s*(?:import|export)\s+(?!type\b)[^;]*?from\s+['"]([^'"]+)['"]/gm);
  const bare = code.matchAll(/^\s*import\s+['"]([^'"]+)['"]/gm);
  const dynamic = code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g);
  return [...named, ...bare, ...dynamic].map(([, from = '']) => from);
}

async function sourcesOf(realm: string): Promise<{ file: string; code: string }[]> {
  const entries = await readdir(join(root, realm), { recursive: true, withFileTypes: true });
  const files = entries
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.(ts|tsx|mjs)$/.test(entry.name) &&
        !/\.test\.tsx?$/.test(entry.name) &&
        basename(entry.parentPath) !== 'fakes',
    )
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (file) => ({ file: relative(root, file), code: await readFile(file, 'utf8') })),
  );
}

describe.each(REALMS)('the doors of %s', async (realm) => {
  const sources = await sourcesOf(realm);
  const doorsTo = (library: string) =>
    sources
      .filter(({ code }) =>
        importsOf(code).some((from) => from === library || from.startsWith(`${library}/`)),
      )
      .map(({ file }) => file);

  it.each(LIBRARIES)('to %s: one file at most', (library) => {
    const [door, ...more] = doorsTo(library);
    expect(more, `beside ${door}`).toEqual([]);
  });

  it.each(FOLDER_LIBRARIES)('to %s: one folder at most', (library) => {
    const folders = [...new Set(doorsTo(library).map(dirname))].toSorted();
    const known = DOORS[`${realm} ${library}`] ?? folders.slice(0, 1);
    expect(folders, `beside ${known}`).toEqual(known);
  });
});

/** React and the router forget nothing: where the code did not come once, it never does. */
it('what is drawn only when it is needed is loaded by `src/shell/lazy` alone', async () => {
  const sources = await sourcesOf('src');
  const others = sources.filter(({ code }) =>
    /import\s*\{[^}]*\b(lazy|lazyRouteComponent)\b[^}]*\}\s*from/.test(code),
  );
  expect(others.map(({ file }) => file)).toEqual([]);
});

describe('the search for doors', () => {
  it('sees imports of every form but of types', () => {
    const code = [
      "import mqtt from 'mqtt';",
      "import {\n  a,\n  b,\n} from 'many/lines';",
      "import 'bare';",
      "const late = await import('dynamic');",
      "export { c } from 'passed-on';",
      "import type { T } from 'types-only';",
    ].join('\n');
    expect(importsOf(code).sort()).toEqual(['bare', 'dynamic', 'many/lines', 'mqtt', 'passed-on']);
  });
});
