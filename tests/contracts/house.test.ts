/** Promises of the repository itself that no other tool looks at. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

describe('the pages', () => {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  const pages = tracked.filter((file) => /^([A-Z]+|docs\/.*)\.md$/.test(file) && existsSync(root + file));
  const sources = tracked.filter(
    (file) => /\.(tsx?|mjs|css|md|html|py|sql)$|^deploy\//.test(file) && existsSync(root + file),
  );

  it('have a README of one screen and a short list of changes', async () => {
    expect(Buffer.byteLength(await read('README.md'))).toBeLessThanOrEqual(5_000);
    expect(Buffer.byteLength(await read('CHANGELOG.md'))).toBeLessThanOrEqual(6_000);
  });

  it('have at most 40 records of decisions, each below a page', async () => {
    const records = await readdir(`${root}docs/decisions`);
    expect(records.length).toBeLessThanOrEqual(40);
    for (const record of records) {
      expect(record).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
      const text = await read(`docs/decisions/${record}`);
      expect(text, record).toMatch(new RegExp(`^# ${Number(record.slice(0, 4))}\\. `));
      expect(Buffer.byteLength(text), `bytes of ${record}`).toBeLessThanOrEqual(3_000);
      expect(text.split('\n').length, `lines of ${record}`).toBeLessThanOrEqual(50);
    }
  });

  it('have no link to a file or a heading that does not exist', async () => {
    for (const page of pages) {
      for (const [, path = '', heading] of (await read(page)).matchAll(
        /\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)/g,
      )) {
        const target = path === '' ? page : join(dirname(page), path);
        expect(existsSync(root + target), `${page}: ${path}`).toBe(true);
        if (heading !== undefined && target.endsWith('.md'))
          expect(headingsOf(await read(target)), `${page}: ${path}#${heading}`).toContain(heading);
      }
    }
  });

  it('and the code name only decisions that have a record', async () => {
    const numbers = new Set((await readdir(`${root}docs/decisions`)).map((name) => Number(name.slice(0, 4))));
    const names = /\bdecisions?[\s*]+\[?(\d+)|\bdecisions\/(\d{4})\b/gi;
    for (const file of sources) {
      for (const [, number, padded] of (await read(file)).matchAll(names))
        expect(numbers.has(Number(number ?? padded)), `${file}: decision ${number ?? padded}`).toBe(true);
    }
  });
});

/** The anchors that GitHub makes of the headings of a page. */
const headingsOf = (page: string): string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
