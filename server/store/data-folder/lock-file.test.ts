import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeLock } from './lock-file.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-lock-'));
  file = join(folder, 'lectern.lock');
});
afterEach(() => rm(folder, { recursive: true }));

const heldBy = (holder: object) => writeFile(file, JSON.stringify(holder));
/** The id of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;

describe('the lock of a data folder', () => {
  it('names its holder and is gone after the release', async () => {
    const release = await takeLock(file);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid });
    await release();
    expect(existsSync(file)).toBe(false);
  });

  it('is refused while this process holds it', async () => {
    const release = await takeLock(file);
    await expect(takeLock(file)).rejects.toMatchObject({ code: 'locked' });
    await release();
    await (await takeLock(file))();
  });

  it('is refused while another process lives', async () => {
    await heldBy({ pid: process.ppid, startedAt: null });
    await expect(takeLock(file)).rejects.toMatchObject({ name: 'StoreError', code: 'locked' });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.ppid });
  });

  it('is taken over from a process that is gone', async () => {
    await heldBy({ pid: deadPid(), startedAt: null });
    const release = await takeLock(file);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid });
    await release();
    expect(await readdir(folder)).toEqual([]);
  });

  it.runIf(existsSync('/proc/self/stat'))(
    'is taken over when its process id is now somebody else',
    async () => {
      await heldBy({ pid: process.ppid, startedAt: '1' });
      await (await takeLock(file))();
    },
  );

  it('is taken over from an earlier process with our own id, as containers have it', async () => {
    await heldBy({ pid: process.pid, startedAt: '1' });
    await (await takeLock(file))();
  });

  it.runIf(existsSync('/proc/self/ns/pid'))(
    'is refused while a process of another container touches it, and free when that one is gone',
    async () => {
      const times = { touchEveryMs: 20, watchMs: 300 };
      // Every container has a process with our own id.
      await heldBy({ pid: process.pid, startedAt: '1', namespace: 'pid:[1]' });
      let second = 0;
      const holder = setInterval(() => {
        second += 1;
        utimes(file, second, second).catch(() => undefined);
      }, 50);
      await expect(takeLock(file, times)).rejects.toMatchObject({
        code: 'locked',
        message: expect.stringContaining('another container'),
      });
      clearInterval(holder);
      const release = await takeLock(file, times);
      expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid });
      const { mtimeMs } = await stat(file);
      await expect.poll(async () => (await stat(file)).mtimeMs).toBeGreaterThan(mtimeMs);
      await release();
    },
  );

  it('waits for a lock that is just being written, but not for an old broken one', async () => {
    await writeFile(file, '');
    await expect(takeLock(file)).rejects.toMatchObject({ code: 'locked' });
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(file, longAgo, longAgo);
    await (await takeLock(file))();
  });
});
