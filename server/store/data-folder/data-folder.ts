/**
 * The folder of the embedded database: `{dataDir}/db` for its files, `{dataDir}/lectern.lock` while it is
 * open. The engine would set up a new database in a folder that is incomplete, so the folder is checked
 * before the engine opens it.
 */
import { access, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StoreError } from '#base/store-error.ts';
import type { Backing } from '../backing.ts';
import { takeLock } from './lock-file.ts';
import { createPglitePool } from './pglite-pool.ts';
import { unpackPreparedDatabase } from './prepared-database.ts';
import { PRIVATE_FILE_MODE, preparePrivateFolder, unreadable } from './private-folder.ts';

/** Major version of the engine's data format (its file PG_VERSION). */
const DATA_VERSION = '18';
/** Files of every complete database, with PostgreSQL's size for them (undefined: any size but zero). */
const VITAL_FILES: readonly (readonly [name: string, sizeBytes: number | undefined])[] = [
  ['PG_VERSION', undefined],
  ['postgresql.conf', undefined],
  ['global/pg_control', 8192],
  ['global/pg_filenode.map', undefined],
];
const VITAL_FOLDERS = ['base', 'pg_wal', 'pg_xact'];

/** Throws `StoreError`: foreign, unreadable, locked or corrupt. */
export async function openDataFolder(dataDir: string): Promise<Backing> {
  const root = resolve(dataDir);
  const folder = join(root, 'db');
  const making = join(root, 'db.making');
  await preparePrivateFolder(root);
  const release = await takeLock(join(root, 'lectern.lock')).catch((cause) => {
    throw cause instanceof StoreError ? cause : unreadable(root, cause);
  });
  try {
    // An interrupted first start has not answered any request yet, so no row is lost.
    if (await exists(making)) await rm(folder, { recursive: true, force: true });
    const fresh = await isEmpty(folder);
    if (fresh) {
      await writeFile(making, 'The database beside this file is being made.\n', { mode: PRIVATE_FILE_MODE });
      await unpackPreparedDatabase(folder);
    } else {
      await inspect(folder);
    }
    const pool = await createPglitePool(folder).catch((cause: Error) => {
      throw corrupt(folder, cause.message, cause);
    });
    return {
      pool,
      settled: () => rm(making, { force: true }),
      // Class XX are the engine's internal errors: a corrupt page or index, or the end of its thread.
      diagnose: (error) =>
        /^XX/.test((error as { code?: string }).code ?? '')
          ? corrupt(folder, (error as Error).message, error)
          : undefined,
      release,
    };
  } catch (error) {
    await release();
    throw error instanceof StoreError ? error : unreadable(root, error);
  }
}

async function inspect(folder: string): Promise<void> {
  for (const [name, sizeBytes] of VITAL_FILES) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (!found?.isFile()) throw corrupt(folder, `${name} is missing`);
    if (found.size === 0 || (sizeBytes !== undefined && found.size !== sizeBytes))
      throw corrupt(folder, `${name} has ${found.size} bytes`);
  }
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== DATA_VERSION) throw corrupt(folder, `its format is ${version}, not ${DATA_VERSION}`);
  for (const name of VITAL_FOLDERS) {
    if (await isEmpty(join(folder, name))) throw corrupt(folder, `${name} is missing or empty`);
  }
}

async function isEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
const corrupt = (folder: string, reason: string, cause?: unknown) =>
  new StoreError('corrupt', `${folder} holds no database that opens: ${reason}`, { cause });
