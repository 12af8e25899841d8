/** `npm run restore -- FILE`: restores a backup into an empty database, or with --replace into any. */
import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import {
  encryptionKeyFile,
  encryptionKeyId,
  parseEncryptionKey,
  readKeyFile,
  setKeyAside,
  writeKeyFile,
} from '../server/auth/secrets/encryption-key.ts';
import type { PlatformOptions } from '../server/base/platform-options.ts';
import { StartFailure } from '../server/base/start-failure.ts';
import { StoreError } from '../server/base/store-error.ts';
import { openObjects } from '../server/media/open-media.ts';
import {
  type BackupVisitor,
  DamagedBackup,
  type ReadBackup,
  readBackup,
} from '../server/store/backup/read-backup.ts';
import { restoreBackup } from '../server/store/backup/restore-backup.ts';
import { openDatabase } from '../server/store/store.ts';
import { codeOf, failed, readOptions, takeOwn } from './command-options.ts';
import { placeOf, refuseIfRunning, running } from './data/resting-store.ts';

const USAGE = `npm run restore -- FILE [--replace] [--embedded] [options]

Puts a backup of npm run backup into an empty data folder or PostgreSQL database, also from one kind into the other.
With --replace it throws away what is there. Everything is restored, or nothing is changed. The platform has to rest.
With --embedded database and pictures go into the data folder, whatever DATABASE_URL and S3_BUCKET name: together with
--data FOLDER, to try a backup.`;

export async function main(args: readonly string[]): Promise<number> {
  const { switches, name, others } = takeOwn(args, ['--replace', '--embedded']);
  const read = readOptions(others, USAGE);
  if (read.name === 'exit') return read.code;
  if (name === undefined) return failed(USAGE);
  return codeOf(async () => {
    const options = switches.has('--embedded') ? embedded(read.options) : read.options;
    console.log(await restore(options, resolve(name), switches.has('--replace')));
    return 0;
  });
}

/** The given options, but with everything stored in the data folder. */
const embedded = (options: PlatformOptions): PlatformOptions => ({
  ...options,
  databaseUrl: undefined,
  redisUrl: undefined,
  s3: undefined,
});

async function restore(options: PlatformOptions, file: string, replace: boolean): Promise<string> {
  await access(file, constants.R_OK).catch((error: Error) => {
    throw new StartFailure(`${file} cannot be read: ${error.message}`);
  });
  const log = { info: () => {}, warn: (message: string) => console.error(message) };
  // The file is checked first: an invalid backup must not create or change the data folder.
  const read = (visitor?: BackupVisitor) => readBackup(linesOf(file), visitor);
  await read().catch((error: unknown) => {
    throw damaged(error, file);
  });
  const database = await openDatabase({ ...options, log }).catch((error: unknown) => {
    throw error instanceof StoreError && error.code === 'locked' ? running(error.message) : error;
  });
  const { db, close, settled } = database;
  try {
    await refuseIfRunning(database, options);
    const pictures = await openObjects(options);
    const place = placeOf(options);
    const { backup, unusedPictures } = await restoreBackup({
      db,
      read,
      replace,
      place,
      writePicture: pictures.write,
    });
    await settled();
    const lines = [summary({ file, place, backup }), await restoreKey(options, backup)];
    return [...lines, ...(await removeUnused(unusedPictures, pictures.remove))].join('\n');
  } catch (error) {
    throw damaged(error, file);
  } finally {
    await close();
  }
}

/** The restore has succeeded by now. Pictures that cannot be removed only take up space. */
async function removeUnused(
  keys: readonly string[],
  remove: (key: string) => Promise<void>,
): Promise<string[]> {
  const failures: string[] = [];
  for (const key of keys)
    await remove(key).catch((error: unknown) => failures.push((error as Error).message));
  const [first] = failures;
  return first === undefined
    ? []
    : [`${failures.length} pictures that nothing names any more are still there: ${first}`];
}

function linesOf(file: string): AsyncIterable<string> {
  const bytes = createReadStream(file);
  const text = createGunzip();
  bytes.on('error', (error) => text.destroy(error));
  return createInterface({ input: bytes.pipe(text), crlfDelay: Number.POSITIVE_INFINITY });
}

const damaged = (error: unknown, file: string) =>
  error instanceof DamagedBackup
    ? new StartFailure(`${file} is damaged, or no backup: ${error.message} Nothing was changed.`)
    : error;

function summary({ file, place, backup }: { file: string; place: string; backup: ReadBackup }): string {
  const rows = Object.values(backup.tables).reduce((sum, table) => sum + table.rows, 0);
  return `Restored ${file} of ${backup.madeAt} into ${place}: ${rows} rows, ${Object.keys(backup.pictures).length} pictures.`;
}

/** Restores the key if possible, and returns a sentence for the operator. */
async function restoreKey(options: PlatformOptions, { keyId, key }: ReadBackup): Promise<string> {
  if (keyId === null) return 'Start the platform.';
  const file = encryptionKeyFile(options);
  const currentKey = options.encryptionKey ?? (await readKeyFile(file));
  if (currentKey !== undefined && encryptionKeyId(currentKey) === keyId)
    return 'The key of this machine is that of the backup. Start the platform.';
  const backupKey = key === undefined ? undefined : parseEncryptionKey(key);
  if (backupKey === undefined || encryptionKeyId(backupKey) !== keyId) {
    const place = options.encryptionKey ? 'LECTERN_KEY' : file;
    return `The backup’s key is not in it, and ${currentKey ? `${place} is another one` : `there is no ${file}`}: put the key of that time there before you start the platform. If it is lost, npm run renew-secrets makes new keys.`;
  }
  if (options.encryptionKey)
    return 'LECTERN_KEY is another key than the backup’s: start the platform without it first, or with that one.';
  const aside = currentKey && (await setKeyAside(file, currentKey));
  await writeKeyFile(file, backupKey);
  return `The backup’s key is ${file} again${aside ? `, and the former one ${aside}` : ''}. Start the platform.`;
}
