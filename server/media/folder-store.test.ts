import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFolderStore } from './folder-store.ts';
import { createUploadPolicy } from './upload-policy.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () =>
  openFolderStore({
    folder,
    policy: createUploadPolicy(Buffer.alloc(32), Date.now),
    restUrl: () => 'http://demo.localhost',
  });

it('leaves nothing of a file that cannot be written', async () => {
  const store = await open();
  await store.write('a', Buffer.from('x'), '');
  const [name = ''] = await readdir(folder);
  await rm(join(folder, name));
  // A folder in the place of the file cannot be replaced by one.
  await mkdir(join(folder, name, 'held'), { recursive: true });
  await expect(store.write('a', Buffer.from('y'), '')).rejects.toThrow();
  expect(await readdir(folder)).toEqual([name]);
});

it('removes what a process that has ended left half written, and nothing else', async () => {
  const store = await open();
  await store.write('a', Buffer.from('x'), '');
  const [kept = ''] = await readdir(folder);
  for (const name of ['old.making', 'new.making']) await writeFile(join(folder, name), 'half');
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  for (const name of ['old.making', kept]) await utimes(join(folder, name), twoHoursAgo, twoHoursAgo);
  await open();
  expect((await readdir(folder)).sort()).toEqual([kept, 'new.making'].sort());
});
