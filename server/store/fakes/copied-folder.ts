/** Data folders that take seconds to make, made once for a run of tests and copied for each that needs one. */
import { constants, cp, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a run of tests tells its worker processes where it keeps what was made. */
const VARIABLE = 'LECTERN_TEST_FOLDERS';

/** Before the first test of a run; returns what removes all that was made. */
export async function beginFolders(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-made-'));
  process.env[VARIABLE] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * A folder of its own for the caller, who removes it. In a run of tests it holds what `make` left in an empty one, the
 * first time that this name was asked for; without a run it is empty.
 */
export async function copiedFolder(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const own = await mkdtemp(join(tmpdir(), 'lectern-data-'));
  const made = await madeFolder(name, make);
  if (made) await cp(made, own, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return own;
}

/** Where it was made; undefined without a run. Two processes may make it at once: the first one's is kept. */
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
