/** Data folders that take seconds to create: created once for a test run, and copied for each test. */
import { existsSync } from 'node:fs';
import { constants, copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** Environment variable that names the run's folder to its worker processes. */
const VARIABLE = 'LECTERN_TEST_FOLDERS';

/** Call before the first test of a run. The returned function removes all folders. */
export async function beginFolders(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await fastestFolder(), 'lectern-made-'));
  process.env[VARIABLE] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * A folder of the caller, who removes it. In a test run it is a copy of the folder that `make` filled for
 * this name; without a run it is empty.
 */
export async function copiedFolder(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const own = await mkdtemp(join(await fastestFolder(), 'lectern-data-'));
  const made = await madeFolder(name, make);
  if (made) await copyContent(made, own);
  return own;
}

const MEMORY = '/dev/shm';
/** Room for some data folders of 43 MB each, and for those of other runs. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** A folder in memory where there is room: the database of a test is written once and read for seconds. */
async function fastestFolder(): Promise<string> {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = await statfs(MEMORY);
  return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir();
}

/** Node's `cp` takes six times the processor time, because it stats each of the 1,200 files repeatedly. */
async function copyContent(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries) {
    const path = join(relative(from, entry.parentPath), entry.name);
    if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true });
    else files.push(path);
  }
  await Promise.all(
    files.map((path) => copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE)),
  );
}

/** Returns the filled folder; undefined without a run. If two processes fill it, the first one wins. */
export async function madeFolder(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string | undefined> {
  const run = process.env[VARIABLE];
  if (run === undefined) return undefined;
  const made = join(run, name);
  if (await exists(made)) return made;
  const draft = await mkdtemp(join(run, 'draft-'));
  await make(draft);
  await rename(draft, made).catch(async (error: unknown) => {
    if (!(await exists(made))) throw error;
  });
  return made;
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
