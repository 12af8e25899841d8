import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inputHash, isBuildFresh, stampBuild } from './build-stamp.ts';

let root: string;

beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'lectern-stamp-')), '/');
  const folders = [
    ...['core', 'mqtt', 'node', 'page', 'peer', 'runner'].map((agent) => `agent/${agent}`),
    ...['public', 'scripts/bundle', 'src/ui', 'student'],
  ];
  for (const folder of [...folders, 'sw', 'workers', 'dist/.vite']) {
    await mkdir(join(root, folder), { recursive: true });
  }
  for (const file of [
    'index.html',
    'package-lock.json',
    'package.json',
    'vite.config.ts',
    'vite.runner.config.ts',
    'src/ui/a.ts',
  ]) {
    await writeFile(join(root, file), file);
  }
});

afterEach(() => rm(root, { recursive: true }));

const build = async () => stampBuild(join(root, 'dist'), await inputHash(root));

describe('the stamp of a build', () => {
  it('is missing before the first build', async () => {
    expect(await isBuildFresh(root)).toBe(false);
  });

  it('is good while nothing changes', async () => {
    await build();
    expect(await isBuildFresh(root)).toBe(true);
  });

  it('ends with a changed, a new and a removed file', async () => {
    await build();
    await writeFile(join(root, 'src/ui/a.ts'), 'changed');
    expect(await isBuildFresh(root)).toBe(false);
    await build();
    await writeFile(join(root, 'sw/new.ts'), '');
    expect(await isBuildFresh(root)).toBe(false);
    await build();
    await rm(join(root, 'sw/new.ts'));
    expect(await isBuildFresh(root)).toBe(false);
  });

  it('ends with another version', async () => {
    await build();
    await writeFile(join(root, 'package.json'), '{"version":"2.0.0"}');
    expect(await isBuildFresh(root)).toBe(false);
  });

  it('ends with changed libraries', async () => {
    await build();
    await writeFile(join(root, 'package-lock.json'), '{}');
    expect(await isBuildFresh(root)).toBe(false);
  });

  it('does not end with a changed test', async () => {
    await build();
    await writeFile(join(root, 'src/ui/a.test.ts'), 'it');
    expect(await isBuildFresh(root)).toBe(true);
  });
});
