/** A data folder that was seeded once per run, copied for each platform that a test starts. */
import { rm } from 'node:fs/promises';
import type { PlatformOptions } from '../../../server/base/platform-options.ts';
import { parseOptions } from '../../../server/options/parse-options.ts';
import { createPlatform } from '../../../server/platform/platform.ts';
import { copiedFolder, madeFolder } from '../../../server/store/fakes/copied-folder.ts';
import { takeFewBuffers } from '../../../server/store/fakes/few-buffers.ts';

const SEED = 'platform';
const SEED_STUDENTS = 30;

/** The platform's defaults, on a free port. */
export function testOptions(changes: Partial<PlatformOptions>): PlatformOptions {
  const parsed = parseOptions([], {});
  if (parsed.name !== 'ok') throw new Error('the defaults are good options');
  return { ...parsed.options, port: 0, ...changes };
}

const nameOf = (school: number | undefined) => (school === undefined ? SEED : `${SEED}-school-${school}`);

/** Makes the seed of this run now, so that no test waits for it. */
export async function prepareSeed(): Promise<void> {
  await madeFolder(SEED, (dataDir) => seed(dataDir));
}

async function seed(dataDir: string, school?: number): Promise<void> {
  const platform = await createPlatform(testOptions({ dataDir, students: SEED_STUDENTS, school }));
  // Tests run at any time: also at the one at which this group is woken.
  await platform.store.db
    .updateTable('groups')
    .set({ wake_sent_at: new Date('2100-01-01T00:00:00Z') })
    .where('name', '=', 'Computer Suite 1')
    .execute();
  await platform.close();
  await takeFewBuffers(dataDir);
}

/**
 * A data folder of one's own, seeded where it is taken in a run, with a school of so many devices and people where that
 * is asked for; and what removes it.
 */
export async function takeDataFolder(school?: number): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await copiedFolder(nameOf(school), (folder) => seed(folder, school));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}
