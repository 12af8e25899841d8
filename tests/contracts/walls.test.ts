/** The lint walls can fail: each violation planted here is found, and each import that is allowed is not. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wallsFile } from '../../scripts/walls.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');

type Planted = { file: string; code: string };
const planted = new Map<string, Planted>();
let found: Map<string, string[]>;
let folder: string;

const importing = (from: string) => `import * as planted from '${from}';\nexport const kept = planted;\n`;

function plant(what: string, file: string, code: string): string {
  const at = file.replace('/a.', `/a-${planted.size}.`);
  planted.set(what, { file: at, code });
  return what;
}

const refused = [
  ['server/rest/a.ts', '../../src/domain/people/roles.ts'],
  ['src/session/a.ts', '../../server/auth/tokens.ts'],
  ['src/domain/a.ts', 'valibot'],
  ['src/protocol/a.ts', 'react'],
  ['src/ui/a.ts', '@tanstack/react-query'],
  ['src/screens/group/a.ts', 'react-aria-components'],
  ['src/features/polls/a.ts', 'react-aria-components'],
  ['src/ui/a.ts', 'comlink'],
  ['src/live/a.ts', 'mqtt'],
  ['src/features/polls/a.ts', 'comlink'],
  ['src/screens/group/a.ts', 'idb'],
  ['src/session/a.ts', 'node:crypto'],
  ['workers/live/a.ts', 'react'],
  ['sw/a.ts', 'mqtt'],
  ['server/a.ts', 'mqtt'],
  ['server/media/a.ts', '@napi-rs/canvas'],
  ['agent/core/a.ts', 'node:fs'],
  ['src/domain/policies/a.ts', 'react'],
  ['agent/core/a.ts', 'mqtt'],
  ['agent/mqtt/a.ts', 'node:buffer'],
  ['agent/mqtt/a.ts', 'ws'],
  ['agent/simulated/a.ts', 'aedes'],
  ['agent/simulated/a.ts', 'mqtt'],
  ['agent/runner/a.ts', 'fastify'],
  ['workers/chunks/a.ts', 'react'],
  ['workers/chunks/a.ts', 'simple-peer'],
  ['agent/peer/a.ts', 'react'],
  ['agent/page/a.ts', '@tanstack/react-query'],
  ['agent/page/a.ts', '@roamhq/wrtc'],
  ['agent/page/a.ts', 'node:fs'],
  ['agent/page/a.ts', 'ws'],
  ['agent/page/a.ts', 'mqtt'],
  ['agent/student-ui/a.ts', 'valtio'],
  ['agent/student-ui/a.ts', 'node:fs'],
  ['src/domain/a.ts', './fakes/fake-clock.ts'],
  ['src/live/a.ts', './fakes/fake-worker.ts'],
  ['workers/live/a.ts', './live-fixture.ts'],
  ['server/a.ts', './store/open-test-store.ts'],
  ['agent/core/actions/a.ts', '../fake-clock.ts'],
  ['agent/page/a.ts', './files/fakes/memory.ts'],
].map(([file = '', from = '']) => plant(`${file} ← ${from}`, file, importing(from)));

const allowed = [
  ['src/protocol/rest/a.ts', '#domain/people/roles.ts'],
  ['src/protocol/a.ts', 'valibot'],
  ['src/ui/a.ts', '#protocol/rest/group.ts'],
  ['src/ui/list/a.ts', 'react-aria-components'],
  ['src/domain/policies/a.ts', 'valibot'],
  ['src/domain/policies/a.ts', 'ipaddr.js'],
  ['src/live/fakes/a.ts', './fake-worker.ts'],
  ['tests/contracts/a.ts', '../../src/live/fakes/fake-worker.ts'],
  ['src/live/a.ts', 'comlink'],
  ['workers/live/a.ts', '#protocol/topics.ts'],
  ['workers/live/a.ts', 'mqtt'],
  ['sw/a.ts', 'workbox-routing'],
  ['server/a.ts', 'aedes'],
  ['agent/mqtt/a.ts', 'mqtt'],
  ['workers/chunks/a.ts', '#protocol/threads/chunks-worker.ts'],
  ['workers/chunks/a.ts', 'comlink'],
  ['agent/peer/a.ts', '#protocol/peer/peer-payload.ts'],
  ['agent/peer/a.ts', 'simple-peer'],
  ['agent/page/a.ts', 'react'],
  ['agent/student-ui/kit/a.ts', 'react'],
  ['src/domain/a.ts', './roles.ts'],
  ['src/screens/group/cards/a.ts', '#features/polls/poll-store.ts'],
  ['server/rest/groups/a.ts', '#store/database.ts'],
  ['agent/core/actions/a.ts', '../device-state.ts'],
].map(([file = '', from = '']) => plant(`${file} ← ${from}`, file, importing(from)));

const circle = (other: string) =>
  `import type { Half as Other } from './circle-${other}.ts';\nexport type Half = { other?: Other };\n`;

const promise = 'async function work(): Promise<number> {\n  return 1;\n}\n';
const floating = plant('a promise that nobody waits for', 'server/a.ts', `${promise}work();\nexport {};\n`);
const imported = plant(
  'a promise of another file that nobody waits for',
  'server/a.ts',
  `import { elsewhere } from './elsewhere.ts';\nelsewhere();\n`,
);
const awaited = plant('a promise that is waited for', 'server/a.ts', `${promise}await work();\nexport {};\n`);
const asserted = plant(
  'a non-null assertion',
  'server/a.ts',
  'export const first = (list: string[]) => list[0]!.length;\n',
);

const long = plant(
  'a function of more than 100 lines',
  'agent/core/a.ts',
  `export function long() {\n${'  console.log();\n'.repeat(101)}}\n`,
);
const longTest = plant(
  'a long function of a test',
  'agent/core/a.test.ts',
  `export function long() {\n${'  console.log();\n'.repeat(101)}}\n`,
);
const spread = plant('a literal that is spread', 'agent/core/a.ts', 'export const b = { ...{ a: 1 } };\n');
const spreadInTest = plant(
  'a literal that is spread in a test',
  'tests/e2e/a.spec.ts',
  'export const b = { ...{ a: 1 } };\n',
);
const realSpread = plant(
  'a spread that depends on something',
  'agent/core/a.ts',
  'export const b = (a?: object) => ({ ...(a ? { a } : {}), ...a });\n',
);
planted.set('a circle of types', { file: 'server/circle-a.ts', code: circle('b') });
planted.set('the other half of it', { file: 'server/circle-b.ts', code: circle('a') });

const ruleOf = (what: string) => found.get(planted.get(what)?.file ?? '') ?? [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-walls-'));
  const config = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'));
  await writeFile(
    join(folder, 'biome.json'),
    JSON.stringify({ ...config, vcs: undefined, $schema: undefined }),
  );
  await cp(join(root, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true });
  await cp(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.json'));
  await write('server/elsewhere.ts', 'export async function elsewhere(): Promise<void> {}\n');
  for (const { file, code } of planted.values()) await write(file, code);
  found = await lint();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the lint walls', () => {
  it('are those of the table in scripts/walls.ts (`npm run fix` writes them)', async () => {
    expect(await readFile(join(root, 'scripts/lint/biome.walls.json'), 'utf8')).toBe(wallsFile());
  });

  it.each(refused)('refuse %s', (what) => {
    expect(ruleOf(what)).toContain('lint/style/noRestrictedImports');
  });

  it.each(allowed)('allow %s', (what) => {
    expect(ruleOf(what)).toEqual([]);
  });

  it.each([floating, imported])('find %s', (what) => {
    expect(ruleOf(what)).toContain('lint/nursery/noFloatingPromises');
  });

  it(`find ${asserted}`, () => {
    expect(ruleOf(asserted)).toContain('lint/style/noNonNullAssertion');
  });

  it(`find ${long}`, () => {
    expect(ruleOf(long)).toEqual(['lint/complexity/noExcessiveLinesPerFunction']);
  });

  it.each([spread, spreadInTest])('find %s', (what) => {
    expect(ruleOf(what)).toEqual(['plugin']);
  });

  it.each([longTest, realSpread])('are silent about %s', (what) => {
    expect(ruleOf(what)).toEqual([]);
  });

  it('find a circle of imports, though it is one of types only', () => {
    expect(ruleOf('a circle of types')).toContain('lint/suspicious/noImportCycles');
  });

  it(`are silent about ${awaited}`, () => {
    expect(ruleOf(awaited)).toEqual([]);
  });
});

async function write(file: string, code: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), code);
}

type Report = { diagnostics: { category: string; location: { path: string | { file: string } } }[] };

/** The rules that were broken, by file. */
function lint(): Promise<Map<string, string[]>> {
  return new Promise((resolve, reject) => {
    const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'];
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1 << 26 }, (_failed, stdout, stderr) => {
      try {
        const rules = new Map<string, string[]>();
        for (const { category, location } of (JSON.parse(stdout) as Report).diagnostics) {
          const path = typeof location.path === 'string' ? location.path : location.path.file;
          rules.set(path, [...(rules.get(path) ?? []), category]);
        }
        resolve(rules);
      } catch (cause) {
        reject(new Error(`biome answered no report: ${stderr}`, { cause }));
      }
    });
  });
}
