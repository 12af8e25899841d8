/** `--reset`: deletes the content of the data folder, but never of another folder. */
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { takeLock } from '../../server/store/data-folder/lock-file.ts';

/** Names of the entries that the platform and its launcher create in the folder. */
const OURS =
  /^(db|db\.making|(demo-class|keys|renewed-secrets)\.json|keys|media|mosquitto|security\.log(\.\d)?|(lectern|postgresql)\.key(\.[\w-]+)?|runner-authority\.(crt|key(\.\d+)?)|lectern\.lock(\..+)?)$/;
const LOCK = 'lectern.lock';
/** Entries that stay: the lock of a running platform, and the keys of a database outside the folder. */
const STAYS = /^(lectern\.lock$|postgresql\.key)/;

export type ResetOutcome = { name: 'done' } | { name: 'refused'; sentence: string };

/** `databaseUrl`: DATABASE_URL, if it is set. */
export async function resetDataFolder(dataDir: string, databaseUrl?: string): Promise<ResetOutcome> {
  if (databaseUrl !== undefined) {
    return refused('--reset empties the data folder only; DATABASE_URL names a database outside it.');
  }
  const root = resolve(dataDir);
  let entries: string[];
  try {
    entries = await readdir(root);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { name: 'done' } : refused(`${root} cannot be read: ${message}`);
  }
  const foreign = entries.find((entry) => !OURS.test(entry));
  if (foreign !== undefined) {
    return refused(`${root} holds “${foreign}”, which is not of Lectern: nothing was removed.`);
  }
  let release: () => Promise<void>;
  try {
    release = await takeLock(join(root, LOCK));
  } catch {
    return refused(`${root} is in use by a running Lectern: stop it first. Nothing was removed.`);
  }
  try {
    const removable = entries.filter((entry) => !STAYS.test(entry));
    await Promise.all(removable.map((entry) => rm(join(root, entry), { recursive: true, force: true })));
    return { name: 'done' };
  } finally {
    await release();
  }
}

const refused = (sentence: string): ResetOutcome => ({ name: 'refused', sentence });
