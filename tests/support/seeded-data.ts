/** A data folder that was seeded once per run, copied for each platform that a test starts. */
import { constants, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PlatformOptions, parseOptions } from '../../server/options.ts';
import { createPlatform } from '../../server/platform.ts';

/** How the run tells its worker processes where the seed is. */
const VARIABLE = 'LECTERN_TEST_SEED';
const SEED_STUDENTS = 30;

/** The platform's defaults, on a free port. */
export function testOptions(changes: Partial<PlatformOptions>): PlatformOptions {
  const parsed = parseOptions([], {});
  if (parsed.name !== 'ok') throw new Error('the defaults are good options');
  return { ...parsed.options, port: 0, ...changes };
}

/** Makes the seed of this run; returns what removes it. */
export async function prepareSeed(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-seed-'));
  const platform = await createPlatform(testOptions({ dataDir: folder, students: SEED_STUDENTS }));
  await platform.close();
  process.env[VARIABLE] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** A data folder of one's own, seeded where the run has a seed; and what removes it. */
export async function takeDataFolder(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-data-'));
  const seed = process.env[VARIABLE];
  if (seed) await cp(seed, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}
