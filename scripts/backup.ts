/** `npm run backup -- FILE`: writes a consistent snapshot of the database and its pictures into one file. */
import { createWriteStream } from 'node:fs';
import { access, link, open, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { encryptionKeyFile, readKeyFile } from '../server/auth/secrets/encryption-key.ts';
import type { PlatformOptions } from '../server/base/platform-options.ts';
import { StartFailure } from '../server/base/start-failure.ts';
import { StoreError } from '../server/base/store-error.ts';
import { openObjects } from '../server/media/open-media.ts';
import { type WrittenBackup, writeBackup } from '../server/store/backup/write-backup.ts';
import { PRIVATE_FILE_MODE } from '../server/store/data-folder/private-folder.ts';
import { openDatabase } from '../server/store/store.ts';
import { codeOf, failed, readOptions, takeOwn } from './command-options.ts';
import { compressedLines } from './data/compressed-lines.ts';
import { refuseIfEmpty } from './data/resting-store.ts';

const USAGE = `npm run backup -- FILE [--with-key] [options]

Writes the database and its pictures, as of one moment, into FILE, which must not exist yet. With DATABASE_URL the
platform may go on working; the embedded database has one user at a time, so that the platform has to rest.
Secrets in FILE are encrypted as they are in the database; the key is not in it unless --with-key is given.
Ends with 1 where no backup was made, or where pictures are missing in it.`;

export async function main(args: readonly string[]): Promise<number> {
  const { switches, name, others } = takeOwn(args, ['--with-key']);
  const read = readOptions(others, USAGE);
  if (read.name === 'exit') return read.code;
  if (name === undefined) return failed(USAGE);
  return codeOf(async () => {
    const { text, isWhole } = await backup(read.options, resolve(name), switches.has('--with-key'));
    console.log(text);
    return isWhole ? 0 : 1;
  });
}

async function backup(
  options: PlatformOptions,
  file: string,
  withKey: boolean,
): Promise<{ text: string; isWhole: boolean }> {
  if (await exists(file))
    throw new StartFailure(`${file} exists already: name another file. Nothing was written.`);
  await refuseIfEmpty(options);
  const key = options.encryptionKey ?? (await readKeyFile(encryptionKeyFile(options)));
  if (withKey && key === undefined)
    throw new StartFailure('There is no key that --with-key could take along. Nothing was written.');
  const log = { info: () => {}, warn: (message: string) => console.error(message) };
  const { db, close } = await openDatabase({ ...options, log }).catch((error: unknown) => {
    throw error instanceof StoreError && error.code === 'locked' ? atWork(error.message) : error;
  });
  const pictures = await openObjects(options);
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  const draft = `${file}.${process.pid}.making`;
  try {
    const lines = compressedLines(createWriteStream(draft, { mode: PRIVATE_FILE_MODE, flags: 'wx' }));
    const written = await writeBackup({
      db,
      readPicture: pictures.read,
      version,
      key: withKey ? key?.toString('base64url') : undefined,
      clock: Date.now,
      write: lines.write,
    });
    await lines.end();
    await flush(draft);
    await giveName(draft, file);
    return { text: summary({ options, file, withKey, written }), isWhole: written.missing === 0 };
  } catch (error) {
    throw diskFailure(error, file) ?? error;
  } finally {
    await close();
    await rm(draft, { force: true });
  }
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Throws if another backup has created that file in the meantime. */
async function giveName(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // FAT file systems and some network shares have no hard links.
    if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS)$/.test(code) || (await exists(file))) throw error;
    await rename(draft, file);
  }
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

const atWork = (why: string) =>
  new StartFailure(
    `The platform is running (${why}), and the embedded database has one user at a time: stop the platform, make the backup, and start it again; consoles and devices come back by themselves. With a PostgreSQL server (DATABASE_URL) it may go on working. Nothing was written.`,
  );

function diskFailure(error: unknown, file: string): StartFailure | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC')
    return new StartFailure(`There is no room for ${file}: nothing is left of it. Nothing else was changed.`);
  return /^E(ACCES|PERM|NOENT|NOTDIR|ROFS|EXIST|IO|DQUOT)$/.test(code ?? '')
    ? new StartFailure(`${file} cannot be written: ${message}`)
    : undefined;
}

function summary(backup: {
  options: PlatformOptions;
  file: string;
  withKey: boolean;
  written: WrittenBackup;
}): string {
  const { options, file, withKey, written } = backup;
  const keyPlace = options.encryptionKey ? 'LECTERN_KEY' : encryptionKeyFile(options);
  return [
    `${file}: ${written.rows} rows of ${written.tables} tables, ${written.pictures} pictures.`,
    ...(written.missing > 0 ? [missingPictures(options, written)] : []),
    withKey
      ? 'The key is in it: whoever has the file can read every secret of it.'
      : `The key is not in it. Keep ${keyPlace} elsewhere: without it the secrets in the backup cannot be read again.`,
    `Not in it: ${join(resolve(options.dataDir), 'security.log')}, and what the options name.`,
  ].join('\n');
}

function missingPictures({ s3, dataDir }: PlatformOptions, { missing }: WrittenBackup): string {
  const place = s3 ? `the bucket ${s3.bucket}` : join(resolve(dataDir), 'media');
  return `WITHOUT ${missing} pictures, which are not in ${place}: if the platform has another place, make the backup with its settings (--data, S3_BUCKET).`;
}
