/** Promises of the repository itself that no other tool looks at. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { complete, type Lock, missingFrom } from '../../scripts/complete-lock.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFile(root + file, 'utf8');

describe('the repository', () => {
  it('names no address of a package registry in its lock file', async () => {
    expect(await read('package-lock.json')).not.toMatch(/"resolved":/);
  });

  it('has a lock file that is whole for every platform, as `npm ci` wants it', async () => {
    const lock = JSON.parse(await read('package-lock.json')) as Lock;
    expect(missingFrom(lock).map(({ path }) => path)).toEqual([]);
    const path = 'node_modules/@biomejs/biome/node_modules/@biomejs/cli-darwin-arm64';
    const { [path]: entry, ...rest } = lock.packages;
    expect(entry).toBeDefined();
    const without = { ...lock, packages: rest };
    expect(missingFrom(without)).toHaveLength(1);
    expect(missingFrom(complete(without))).toEqual([]);
  });

  it('pins every library exactly', async () => {
    const { dependencies, devDependencies } = JSON.parse(await read('package.json'));
    const versions = Object.entries<string>({ ...dependencies, ...devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('runs in its pipeline the very commands of the README', async () => {
    const commands = /npm ci && npm test/;
    expect(await read('README.md')).toMatch(commands);
    expect(await read('.ci/run')).toMatch(commands);
  });

  it('names only commands that exist in its pages', async () => {
    const { scripts } = JSON.parse(await read('package.json'));
    for (const page of ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md']) {
      for (const [, name = ''] of (await read(page)).matchAll(/npm run ([\w:-]+)/g)) {
        expect(Object.keys(scripts), `${page}: npm run ${name}`).toContain(name);
      }
    }
  });

  it('names only files that exist in the recipes and the glossary', async () => {
    for (const page of ['CONTRIBUTING.md', 'docs/glossary.md']) {
      for (const [, path = ''] of (await read(page)).matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)) {
        expect(existsSync(root + path), `${page}: ${path}`).toBe(true);
      }
    }
  });

  it('has a file in scripts for each command that is not a tool’s own call', async () => {
    const { scripts } = JSON.parse(await read('package.json'));
    for (const [name, command] of Object.entries<string>(scripts)) {
      if (/^(vitest|playwright) /.test(command)) continue;
      const file = name.replace(':', '-');
      expect(command).toBe(`node scripts/run.mjs ${file}`);
      expect(existsSync(`${root}scripts/${file}.ts`), name).toBe(true);
    }
  });

  it('has no folder with more than 30 source files: they are divided by noun', () => {
    const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
    const sources = tracked.filter(
      (file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file),
    );
    const counts = new Map<string, number>();
    for (const file of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 30)).toEqual([]);
  });

  it('keeps data, builds and caches out of git', () => {
    const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
    expect(tracked.filter((file) => /^(dist|node_modules|\.data|\.cache)\//.test(file))).toEqual([]);
  });
});
