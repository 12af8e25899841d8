/** Objects as files of the data folder, readable only for the user of the process. */
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#protocol/app-error.ts';
import { PRIVATE_FILE_MODE, preparePrivateFolder } from '#store/data-folder/private-folder.ts';
import { MAX_UPLOAD_BYTES, type ObjectStore, type Objects, TOO_LARGE } from './object-store.ts';
import type { UploadPolicy } from './upload-policy.ts';

export const UPLOAD_PATH = '/v1/media/uploads';

/** Suffix of a file that is being written. */
const MAKING = '.making';
/** Longer than any write takes, so a file this old was left by a process that has ended. */
const MAX_AGE_MS = 60 * 60_000;

async function removeLeftOvers(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(MAKING)) continue;
    const file = join(folder, name);
    // Another process may just have renamed or removed the file.
    const madeAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    );
    if (madeAt < now - MAX_AGE_MS) await rm(file, { force: true });
  }
}

export async function openFolderStore(deps: {
  folder: string;
  policy: UploadPolicy;
  restUrl: (tenant: string) => string;
}): Promise<ObjectStore> {
  const { folder, policy, restUrl } = deps;
  const objects = await openFolderObjects(folder);
  await removeLeftOvers(folder, Date.now());
  return {
    ...objects,
    uploadForm: async (tenant, key, holder) => ({
      url: `${restUrl(tenant)}${UPLOAD_PATH}?${policy.seal(key, holder)}`,
      fields: policy.sign(key),
    }),
  };
}

export async function openFolderObjects(folder: string): Promise<Objects> {
  await preparePrivateFolder(folder);
  // Keys contain ids, which may be any text, so paths use a hash of the key.
  const fileOf = (key: string) => join(folder, createHash('sha256').update(key).digest('hex'));
  const missing = (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  };
  return {
    async read(key) {
      const file = fileOf(key);
      const found = await stat(file).catch(missing);
      if (found === undefined) return undefined;
      if (found.size > MAX_UPLOAD_BYTES) throw new AppError('invalid', TOO_LARGE);
      return readFile(file).catch(missing);
    },
    async write(key, bytes) {
      // Written under another name and renamed, so that no reader sees half a file.
      const making = join(folder, `${randomUUID()}${MAKING}`);
      try {
        await writeFile(making, bytes, { mode: PRIVATE_FILE_MODE });
        await rename(making, fileOf(key));
      } catch (error) {
        await rm(making, { force: true });
        throw error;
      }
    },
    remove: (key) => rm(fileOf(key), { force: true }),
  };
}
