/** Three platforms find one empty PostgreSQL at the same moment: one of them makes the database, and all of them run on it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../../server/base/log.ts';
import { createPlatform, type Platform } from '../../../server/platform/platform.ts';
import { migrationNumbers } from '../../../server/store/migrate.ts';
import { testOptions } from '../../support/classroom/seeded-data.ts';
import { type DebianServer, startPostgres, startRedis } from '../../support/processes/debian-servers.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';

const LONG_MS = 90_000;
const TOGETHER = 3;

let servers: DebianServer[] = [];
let platforms: Platform[] = [];
let dataDir: string;
const lines: string[] = [];

beforeAll(async () => {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  servers = [postgres, redis];
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-together-'));
  const options = testOptions({ dataDir, databaseUrl: await postgres.newDatabase(), redisUrl: redis.url });
  const log = createLog(({ level, message }) => lines.push(`${level}: ${message}`));
  platforms = await Promise.all(Array.from({ length: TOGETHER }, () => createPlatform(options, { log })));
}, LONG_MS);
afterAll(async () => {
  await Promise.all(platforms.map((platform) => platform.close()));
  await Promise.all(servers.map((server) => server.close()));
  await rm(dataDir, { recursive: true, force: true });
}, LONG_MS);

it('each migration runs once, one of them makes the demo, and a session of one is good at the others', async () => {
  const db = platforms[0]?.store.db;
  if (!db) throw new Error('no platform has started');
  const { rows } = await sql<{ number: number }>`
    select number from schema_migrations order by number`.execute(db);
  expect(rows.map(({ number }) => number)).toEqual(await migrationNumbers());
  expect(platforms.map(({ store }) => store.fresh).toSorted()).toEqual([false, false, true]);
  expect(lines.filter((line) => line.includes('Made the database'))).toHaveLength(1);
  expect(lines.filter((line) => !line.startsWith('info'))).toEqual([]);
  const [signsIn, ...others] = platforms;
  if (!signsIn) throw new Error('no platform has started');
  const { accessToken } = await consoleSession(signsIn, 'teacher@demo.example');
  for (const platform of others) {
    const { status } = await ask(`${platform.origin('demo')}/v1/groups?limit=1&_sort=id&_order=desc`, {
      headers: { 'tenant-key': 'demo', authorization: `Bearer ${accessToken}` },
    });
    expect(status).toBe(200);
  }
});
