/** A data folder that was seeded once per run, copied for each platform that a test starts. */
import { rm } from 'node:fs/promises';
import { type PlatformOptions, parseOptions } from '../../../server/options.ts';
import { createPlatform } from '../../../server/platform.ts';
import { copiedFolder, madeFolder } from '../../../server/store/fakes/copied-folder.ts';

const SEED = 'platform';
const SEED_STUDENTS = 30;

/** The platform's defaults, on a free port. */
export function testOptions(changes: Partial<PlatformOptions>): PlatformOptions {
  const parsed = parseOptions([], {});
  if (parsed.name !== 'ok') throw new Error('the defaults are good options');
  return { ...parsed.options, port: 0, ...changes };
}

/** Makes the seed of this run now, so that no test waits for it. */
export async function prepareSeed(): Promise<void> {
  await madeFolder(SEED, seed);
}

async function seed(dataDir: string): Promise<void> {
  const platform = await createPlatform(testOptions({ dataDir, students: SEED_STUDENTS }));
  await platform.close();
}

/** A data folder of one's own, seeded where it is taken in a run; and what removes it. */
export async function takeDataFolder(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await copiedFolder(SEED, seed);
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}
