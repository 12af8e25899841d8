/** The platform starts while the clock of its machine is far ahead: nothing that it stores is taken for old and removed. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { createPlatform, type Platform } from '../../../server/platform/platform.ts';
import { takeDataFolder, testOptions } from '../../support/classroom/seeded-data.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';

const LONG_MS = 120_000;
const DAY_MS = 86_400_000;
/** What is removed by age: rows that a start with the right clock does not touch. */
const TABLES = [
  'user_logs',
  'tutor_action_logs',
  'resource_logs',
  'refresh_tokens',
  'devices',
  'former_tutors',
] as const;

let folder: Awaited<ReturnType<typeof takeDataFolder>>;
beforeAll(async () => {
  folder = await takeDataFolder();
}, LONG_MS);
afterAll(() => folder?.remove());

/** Every enrolment removes the sessions that have expired. */
async function enrol(platform: Platform): Promise<void> {
  const { pageKey: secret } = await readClassFile(join(folder.dataDir, 'demo-class.json'));
  const { status, body } = await ask(`${platform.origin('demo')}/auth/devices/login`, {
    method: 'POST',
    headers: { 'tenant-key': 'demo', 'content-type': 'application/json' },
    body: JSON.stringify({ secret, type: 'extension', hostname: 'page', user: { name: 'Ann' } }),
  });
  if (status !== 200) throw new Error(body);
}

/** Starts the platform by a clock that is so many days ahead, signs a tutor in, and counts what is stored at the end. */
async function countsAfterStart(daysAhead: number) {
  const warnings: string[] = [];
  const log = { info: () => {}, error: () => {}, warn: (text: string) => void warnings.push(text) };
  const platform = await createPlatform(testOptions({ dataDir: folder.dataDir, students: 1 }), {
    clock: () => Date.now() + daysAhead * DAY_MS,
    log,
  });
  const { db } = platform.store;
  try {
    const former = { tenant: 'demo', id: 'former', name: 'Former', deleted_at: new Date() };
    await db
      .insertInto('former_tutors')
      .values(former)
      .onConflict((row) => row.doNothing())
      .execute();
    if (daysAhead === 0) await consoleSession(platform, 'teacher@demo.example');
    await enrol(platform);
  } finally {
    await platform.close();
  }
  const again = await createPlatform(testOptions({ dataDir: folder.dataDir, students: 1 }));
  const counts: Record<string, number> = {};
  for (const table of TABLES) {
    const { n } = await again.store.db
      .selectFrom(table)
      .select((of) => of.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow();
    counts[table] = Number(n);
  }
  await again.close();
  return { counts, warnings: warnings.filter((text) => text.includes('clock')) };
}

it(
  'a start with a clock that is ahead removes nothing, and says that the clock is ahead',
  async () => {
    const before = (await countsAfterStart(0)).counts;
    expect(Math.min(...Object.values(before))).toBeGreaterThan(0);
    for (const days of [30, 400]) {
      const { counts, warnings } = await countsAfterStart(days);
      for (const table of TABLES) expect(counts[table], table).toBeGreaterThanOrEqual(before[table] ?? 0);
      expect(warnings).toEqual([expect.stringContaining(`The clock is ${days} days ahead`)]);
    }
  },
  LONG_MS,
);
