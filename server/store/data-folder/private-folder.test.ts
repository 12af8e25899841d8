import { chmod, chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preparePrivateFolder } from './private-folder.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lectern-private-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe('the data folder', () => {
  it('is made for its owner alone, whatever the umask says', async () => {
    const folder = join(root, 'new', 'data');
    await preparePrivateFolder(folder);
    expect(await modeOf(folder)).toBe(0o700);
  });

  it('is taken away from everybody else where it exists', async () => {
    const folder = join(root, 'open');
    await mkdir(folder);
    await chmod(folder, 0o777);
    await preparePrivateFolder(folder);
    expect(await modeOf(folder)).toBe(0o700);
  });

  it.runIf(isRoot)('of another user is refused with what to do, and left as it was', async () => {
    const folder = join(root, 'of-nobody');
    await mkdir(folder, { mode: 0o755 });
    await chown(folder, NOBODY, NOBODY);
    await expect(preparePrivateFolder(folder)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'foreign',
      message: `${folder} belongs to another user (65534), who could read its secrets: start Lectern as that user, give the folder to this one (chown -R 0 ${folder}), or choose another with --data.`,
    });
    expect(await modeOf(folder)).toBe(0o755);
  });
});
