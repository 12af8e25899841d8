/** A tutor who reads far more than anybody needs delays the own calls, and hardly those of others. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../../server/platform/platform.ts';
import { takeDataFolder, testOptions } from '../support/classroom/seeded-data.ts';
import { ask, consoleSession } from '../support/tutors/platform-session.ts';

const LONG_MS = 120_000;
const BURST = 240;
/**
 * Where calls are served as they come, all that are left are answered before: 180. A busy machine lets the threads of the
 * other call wait, too.
 */
const MAX_OVERTAKEN = 90;

let platform: Platform;
let remove: () => Promise<void>;
let teacher: string;
let maintainer: string;

beforeAll(async () => {
  const folder = await takeDataFolder();
  remove = folder.remove;
  platform = await createPlatform(testOptions({ dataDir: folder.dataDir, students: 0 }));
  teacher = (await consoleSession(platform, 'teacher@demo.example')).accessToken;
  maintainer = (await consoleSession(platform, 'maintainer@demo.example')).accessToken;
}, LONG_MS);
afterAll(async () => {
  await platform.close();
  await remove();
}, LONG_MS);

const read = (token: string, path: string) =>
  ask(`${platform.origin('demo')}/v1${path}`, {
    headers: { authorization: `Bearer ${token}`, 'tenant-key': 'demo' },
  });

it('answers another tutor between the answers of a burst, and the burst without a failure', {
  timeout: LONG_MS,
}, async () => {
  let answered = 0;
  const burst = Array.from({ length: BURST }, async () => {
    const answer = await read(teacher, '/policies/applications');
    answered += 1;
    return answer;
  });
  // Until then the platform also takes in the burst.
  await expect.poll(() => answered, { timeout: LONG_MS }).toBeGreaterThan(BURST / 4);
  const overtaken: number[] = [];
  while (answered < BURST - MAX_OVERTAKEN) {
    const before = answered;
    expect((await read(maintainer, '/groups')).status).toBe(200);
    overtaken.push(answered - before);
  }
  for (const { status, headers } of await Promise.all(burst)) {
    expect([200, 429]).toContain(status);
    if (status === 429) expect(headers['retry-after']).toMatch(/^\d+$/);
  }
  expect(Math.max(...overtaken)).toBeLessThanOrEqual(MAX_OVERTAKEN);
  expect(overtaken.length).toBeGreaterThan(0);
});
