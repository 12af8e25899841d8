import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeLock } from '../../server/store/data-folder/lock-file.ts';
import { resetDataFolder } from './data-folder-reset.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-reset-'));
  await mkdir(join(folder, 'db'));
  await writeFile(join(folder, 'db/PG_VERSION'), '18');
  await writeFile(join(folder, 'demo-class.json'), '{}');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('--reset', () => {
  it('empties a data folder', async () => {
    for (const name of ['media', 'mosquitto']) await mkdir(join(folder, name));
    for (const name of [
      'security.log.4',
      'renewed-secrets.json',
      'runner-authority.key',
      'runner-authority.crt',
    ])
      await writeFile(join(folder, name), '');
    expect(await resetDataFolder(folder)).toEqual({ name: 'done' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes the key along, but not the one of a database elsewhere', async () => {
    const kept = ['postgresql.key', 'postgresql.key.a-b_c'];
    for (const name of ['lectern.key', 'lectern.key.a-b_c', ...kept])
      await writeFile(join(folder, name), 'key');
    expect(await resetDataFolder(folder)).toEqual({ name: 'done' });
    expect(await readdir(folder)).toEqual(kept);
  });

  it('has nothing to do where there is no folder', async () => {
    expect(await resetDataFolder(join(folder, 'none'))).toEqual({ name: 'done' });
  });

  it('refuses a folder that holds anything else, and removes nothing', async () => {
    await writeFile(join(folder, 'thesis.txt'), 'irreplaceable');
    expect(await resetDataFolder(folder)).toMatchObject({
      name: 'refused',
      sentence: expect.stringContaining('thesis.txt'),
    });
    expect(await readdir(folder)).toEqual(['db', 'demo-class.json', 'thesis.txt']);
  });

  it('refuses where the database is not in the folder, and removes nothing', async () => {
    expect(await resetDataFolder(folder, 'postgres://elsewhere/lectern')).toMatchObject({
      name: 'refused',
      sentence: expect.stringContaining('DATABASE_URL'),
    });
    expect(await readdir(folder)).toEqual(['db', 'demo-class.json']);
  });

  it('refuses a folder that a running platform holds', async () => {
    const release = await takeLock(join(folder, 'lectern.lock'));
    expect(await resetDataFolder(folder)).toMatchObject({ name: 'refused' });
    expect(await readdir(join(folder, 'db'))).toEqual(['PG_VERSION']);
    await release();
  });
});
