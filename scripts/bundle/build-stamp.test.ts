import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inputHash, isBuildFresh, stampBuild } from './build-stamp.ts';

let root: string;

beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'lectern-stamp-')), '/');
  for (const folder of ['src/ui', 'sw', 'dist']) await mkdir(join(root, folder), { recursive: true });
  for (const file of ['package-lock.json', 'src/ui/a.ts']) await writeFile(join(root, file), file);
});

afterEach(() => rm(root, { recursive: true }));

const about = { output: 'dist', inputs: ['package-lock.json', 'src', 'sw'] };

const build = async () => stampBuild(join(root, 'dist'), await inputHash(root, about.inputs));

describe('the stamp of a build', () => {
  it('is missing before the first build', async () => {
    expect(await isBuildFresh(root, about)).toBe(false);
  });

  it('is good while nothing changes', async () => {
    await build();
    expect(await isBuildFresh(root, about)).toBe(true);
  });

  it('ends with a changed, a new and a removed file', async () => {
    await build();
    await writeFile(join(root, 'src/ui/a.ts'), 'changed');
    expect(await isBuildFresh(root, about)).toBe(false);
    await build();
    await writeFile(join(root, 'sw/new.ts'), '');
    expect(await isBuildFresh(root, about)).toBe(false);
    await build();
    await rm(join(root, 'sw/new.ts'));
    expect(await isBuildFresh(root, about)).toBe(false);
  });

  it('ends with changed libraries', async () => {
    await build();
    await writeFile(join(root, 'package-lock.json'), '{}');
    expect(await isBuildFresh(root, about)).toBe(false);
  });

  it('ends where the project is moved, because bundles contain absolute paths', async () => {
    await build();
    const moved = join(`${root.slice(0, -1)}-moved`, '/');
    await rename(root, moved);
    root = moved;
    expect(await isBuildFresh(root, about)).toBe(false);
  });

  it('does not end with a changed test', async () => {
    await build();
    await writeFile(join(root, 'src/ui/a.test.ts'), 'it');
    expect(await isBuildFresh(root, about)).toBe(true);
  });
});
