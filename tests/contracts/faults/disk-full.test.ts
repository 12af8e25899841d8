/** The disk under the embedded database is full: writers are told so, nothing is lost, and it goes on when there is room. */
import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../../../server/platform/platform.ts';
import { takeDataFolder, testOptions } from '../../support/classroom/seeded-data.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';
import { roomNames, tryRoom } from './rooms-over-rest.ts';

const LONG_MS = 120_000;
const run = promisify(execFile);
const NO_ROOM = {
  status: 503,
  retryAfter: '30',
  message: 'The platform has no room left to store anything.',
};

const disk = await mountSmallDisk();
let platform: Platform;
let token: string;
const acknowledged: string[] = [];

/** A file system of its own in memory; undefined where this user may not mount one. */
async function mountSmallDisk(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'none', folder]);
    return folder;
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
}

const start = () => createPlatform(testOptions({ dataDir: join(disk ?? '', 'data'), students: 1 }));
const ballast = () => join(disk ?? '', 'ballast');

/** To the last page. */
async function fillDisk(): Promise<void> {
  const { bavail, bsize } = await statfs(disk ?? '');
  await writeFile(ballast(), Buffer.alloc(Math.max(0, bavail * bsize - 1024 * 1024)));
  for (;;) {
    try {
      await appendFile(ballast(), Buffer.alloc(4_096));
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
      return;
    }
  }
}

/** Makes rooms until one is not acknowledged, and gives that answer. */
async function writeUntilRefused(what: string) {
  for (let n = 0; n < 3_000; n += 1) {
    const name = `${what} ${n}`;
    const answer = await tryRoom(platform, token, name);
    if (answer.status >= 300) return answer;
    acknowledged.push(name);
  }
  throw new Error('nothing was ever refused');
}

async function writeAgain(name: string): Promise<void> {
  await expect
    .poll(async () => (await tryRoom(platform, token, name)).status, { timeout: 30_000, interval: 500 })
    .toBe(200);
  acknowledged.push(name);
}

const missing = async () => {
  const there = new Set(await roomNames(platform, token));
  return acknowledged.filter((name) => !there.has(name));
};

const databaseState = async () =>
  JSON.parse((await ask(`${platform.origin('demo')}/readyz`)).body).parts.database;
const readyStatus = async () => (await ask(`${platform.origin('demo')}/readyz`)).status;

beforeAll(async () => {
  if (disk === undefined) return;
  const folder = await takeDataFolder();
  await cp(folder.dataDir, join(disk, 'data'), { recursive: true });
  await folder.remove();
  platform = await start();
  token = (await consoleSession(platform, 'maintainer@demo.example')).accessToken;
}, LONG_MS);
afterAll(async () => {
  await platform?.close();
  if (disk === undefined) return;
  await run('umount', [disk]);
  await rm(disk, { recursive: true });
}, LONG_MS);

describe.skipIf(disk === undefined)('a full disk', { timeout: LONG_MS }, () => {
  it('refuses writers with words and a time, and still answers who reads', async () => {
    await fillDisk();
    expect(await writeUntilRefused('Before')).toEqual(NO_ROOM);
    expect(await missing()).toEqual([]);
    // An answer of the last second is given again.
    await expect.poll(databaseState).toBe('no-room');
    expect(await readyStatus()).toBe(200);
    await truncate(ballast());
    await writeAgain('There is room');
    await expect.poll(databaseState).toBe('ok');
    expect(await missing()).toEqual([]);
  });

  it('ends the engine where its log cannot go on, which opens again by itself when there is room', async () => {
    await fillDisk();
    const log = sql`select pg_logical_emit_message(true, 'fill', ${'x'.repeat(100_000)})`;
    await expect(async () => {
      for (let n = 0; n < 400; n += 1) await log.execute(platform.store.db);
    }).rejects.toThrow('no room left');
    const answer = await tryRoom(platform, token, 'Without an engine');
    expect(answer).toMatchObject({ status: 503, retryAfter: '2' });
    // An answer of the last second is given again.
    await expect.poll(readyStatus).toBe(503);
    await truncate(ballast());
    await writeAgain('There is room again');
    expect(await missing()).toEqual([]);

    await platform.close();
    platform = await start();
    expect(await missing()).toEqual([]);
  });
});
