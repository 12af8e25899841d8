import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('commands run in the folder of the project, whatever it is called and wherever they are called from', async () => {
  const above = await realpath(await mkdtemp(join(tmpdir(), 'lectern-run-')));
  const folder = join(above, 'Räume & 50% mehr');
  try {
    await mkdir(join(folder, 'scripts'), { recursive: true });
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    await copyFile('package.json', join(folder, 'package.json'));
    await copyFile('scripts/run.mjs', join(folder, 'scripts/run.mjs'));
    await writeFile(
      join(folder, 'scripts/where.ts'),
      'export const main = (): number => { console.log(process.cwd()); return 0; };',
    );
    const command = [join(folder, 'scripts/run.mjs'), 'where'];
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: above });
    expect(stdout.trim()).toBe(folder);
  } finally {
    await rm(above, { recursive: true });
  }
});
