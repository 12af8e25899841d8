/** The key that encrypts secrets in the database, from the environment or a file in the data folder. */
import { createHmac, randomBytes } from 'node:crypto';
import { chmod, link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartFailure } from '#base/start-failure.ts';
import { PRIVATE_FILE_MODE } from '#store/data-folder/private-folder.ts';

const KEY_BYTES = 32;
const SPELLINGS = [
  { pattern: /^[0-9a-f]{64}$/i, encoding: 'hex' },
  { pattern: /^[A-Za-z0-9_-]{43}=?$/, encoding: 'base64url' },
  { pattern: /^[A-Za-z0-9+/]{43}=?$/, encoding: 'base64' },
] as const;

/** Accepts 32 bytes as hexadecimal digits, base64 or base64url; undefined for anything else. */
export function parseEncryptionKey(text: string): Buffer | undefined {
  const spelling = SPELLINGS.find(({ pattern }) => pattern.test(text.trim()));
  return spelling && Buffer.from(text.trim(), spelling.encoding);
}

/** Identifies a key without revealing it. */
export const encryptionKeyId = (key: Buffer): string =>
  createHmac('sha256', key).update('lectern encryption key').digest('base64url').slice(0, 22);

/** `--reset` removes the embedded database and its key; the key of an external one stays. */
export const encryptionKeyFile = (options: { dataDir: string; databaseUrl: string | undefined }): string =>
  join(resolve(options.dataDir), options.databaseUrl === undefined ? 'lectern.key' : 'postgresql.key');

/**
 * Undefined: the file does not exist. Throws `StartFailure` if it contains no valid key. If other users could
 * read or replace the file, its mode is corrected and `warn` receives a line.
 */
export async function readKeyFile(
  file: string,
  warn: (line: string) => void = () => {},
): Promise<Buffer | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
    const { mode } = await stat(file);
    // Windows does not report the permissions of other users.
    if ((mode & OTHERS_PERMISSIONS) !== 0 && process.platform !== 'win32') {
      await chmod(file, PRIVATE_FILE_MODE);
      warn(openedKeyLine(file, mode));
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new StartFailure(`${file} cannot be read: ${message}`);
  }
  const key = parseEncryptionKey(text);
  if (key === undefined) {
    throw new StartFailure(
      `${file} holds no key (32 bytes in base64url): put it back from your backup, or set LECTERN_KEY to what it held. If it is lost, npm run renew-secrets makes new keys.`,
    );
  }
  return key;
}

/** Permission bits of the group and of all other users. */
const OTHERS_PERMISSIONS = 0o077;

const openedKeyLine = (file: string, mode: number) =>
  `${file} was open to other users of this machine (mode ${(mode & 0o777).toString(8).padStart(4, '0')}). It is private now (0600). If another user may have read it, stop the platform and run npm run renew-secrets.`;

/** Writes the key of a backup. The file appears with its whole content; fails if it already exists. */
export async function writeKeyFile(file: string, key: Buffer): Promise<void> {
  const draft = `${file}.${process.pid}.new`;
  await writeFile(draft, `${key.toString('base64url')}\n`, { mode: PRIVATE_FILE_MODE, flush: true });
  await link(draft, file).finally(() => rm(draft, { force: true }));
}

/** Renames the key file uniquely, because older backups need it. Resolves to the new path. */
export async function setKeyAside(file: string, key: Buffer): Promise<string> {
  const aside = `${file}.${encryptionKeyId(key)}`;
  await rename(file, aside);
  return aside;
}

/** Creates a key file atomically. If another process created it first, returns the key of that process. */
export async function makeKeyFile(file: string): Promise<Buffer> {
  const key = randomBytes(KEY_BYTES);
  try {
    await writeKeyFile(file, key);
    return key;
  } catch (error) {
    const made = (error as NodeJS.ErrnoException).code === 'EEXIST' ? await readKeyFile(file) : undefined;
    if (made === undefined) throw error;
    return made;
  }
}
