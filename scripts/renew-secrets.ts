/** `npm run renew-secrets`: replaces all keys and secrets after a database may have been read by others. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { encryptionKeyFile, readKeyFile, setKeyAside } from '../server/auth/secrets/encryption-key.ts';
import { type RenewedSecrets, renewSecrets } from '../server/auth/secrets/renew-secrets.ts';
import { createLog } from '../server/base/log.ts';
import type { PlatformOptions } from '../server/base/platform-options.ts';
import { createSecurityLog } from '../server/base/security-log.ts';
import { openSecurityLogFile } from '../server/base/security-log-file.ts';
import { PRIVATE_FILE_MODE, preparePrivateFolder } from '../server/store/data-folder/private-folder.ts';
import { codeOf, readOptions } from './command-options.ts';
import { openRestingStore } from './data/resting-store.ts';

const USAGE =
  'npm run renew-secrets -- [options]   makes the signing key and all secrets anew, of a platform that is not running';

export async function main(args: readonly string[]): Promise<number> {
  const read = readOptions(args, USAGE);
  if (read.name === 'exit') return read.code;
  return codeOf(async () => {
    console.log(await renew(read.options));
    return 0;
  });
}

async function renew(options: PlatformOptions): Promise<string> {
  const folder = resolve(options.dataDir);
  await preparePrivateFolder(folder);
  const store = await openRestingStore(options);
  const file = join(folder, 'renewed-secrets.json');
  let count = { sites: 0, runners: 0 };
  try {
    await renewSecrets(store.db, async (renewed) => {
      await writePrivately(file, renewed);
      count = { sites: renewed.sites.length, runners: renewed.runners.length };
    });
  } finally {
    await store.close();
  }
  const formerKey = await takeKeyAway(encryptionKeyFile(options));
  await note(folder);
  return whatIsNext(options, { file, formerKey, ...count });
}

/**
 * After the renewal nothing in the database is encrypted with the old key, and the next start creates a new
 * one. Resolves to the new path of the old key file; undefined if there was none.
 */
async function takeKeyAway(file: string): Promise<string | undefined> {
  // The renewal also runs if the key file is unreadable.
  const key = await readKeyFile(file).catch(() => undefined);
  if (key !== undefined) return setKeyAside(file, key);
  await rm(file, { force: true });
  return undefined;
}

async function writePrivately(file: string, renewed: RenewedSecrets): Promise<void> {
  const draft = `${file}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify(renewed, null, 2)}\n`, { mode: PRIVATE_FILE_MODE, flush: true });
  await rename(draft, file);
}

async function note(folder: string): Promise<void> {
  const log = createLog(({ message }) => console.error(message));
  const written = await openSecurityLogFile(folder, (error) => log.error('no security log', { error }));
  const keep = (line: string) => written.append(line);
  const security = createSecurityLog({ log: { warn() {} }, clock: Date.now, keep });
  security.note({ what: 'keys-renewed', reason: 'command' });
  security.stop();
  await written.close();
}

function whatIsNext(
  options: PlatformOptions,
  renewed: { file: string; formerKey: string | undefined; sites: number; runners: number },
): string {
  const { file, formerKey, sites, runners } = renewed;
  return [
    'Renewed: the signing keys and the secret of peer ids, the secrets of',
    `${sites} sites and ${runners} site runners, and the keys of the student pages’ links.`,
    '',
    'What is next:',
    `- ${file} holds the new secrets, for you alone: give them to the agents and`,
    '  site runners, and delete the file. The console shows the new links of the student pages.',
    options.encryptionKey === undefined
      ? `- The next start makes ${encryptionKeyFile(options)}: renew your backup of it.`
      : '- LECTERN_KEY may be another one at the next start; set a new one if others may know it.',
    ...(formerKey === undefined
      ? []
      : [`- ${formerKey} is the former key: keep it elsewhere as long as you keep backups of before.`]),
    '- The Chrome extension has another key and id: set the new id, from the deployment page of a site,',
    '  in all policies.',
    '- Directories of Google need the consent of their administrators again (npm run connect-directory).',
    '- Start the platform. Everybody signs in again; agents with an old secret stay out.',
  ].join('\n');
}
