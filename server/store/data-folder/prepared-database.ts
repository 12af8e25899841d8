/** An empty database that was made in advance, because the embedded engine takes two seconds to make one. */
import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const PACKAGE = '@electric-sql/pglite-prepopulatedfs';

/** Unpacks into an empty or missing folder. Without the program `tar` the folder stays empty. */
export async function unpackPreparedDatabase(folder: string): Promise<void> {
  const archive = join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), 'prepopulatedfs.tgz');
  try {
    await mkdir(folder, { recursive: true });
    await promisify(execFile)('tar', ['-xzf', archive, '-C', folder, '--no-same-owner']);
  } catch {
    await rm(folder, { recursive: true, force: true });
  }
}
