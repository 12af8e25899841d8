import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecurityLog } from './security-log.ts';
import { openSecurityLogFile, openSecurityLogFiles } from './security-log-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-security-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const unexpected = (error: unknown) => {
  throw error;
};

describe('file of the security log', () => {
  it('keeps lines in their order, for nobody but the owner', async () => {
    const file = await openSecurityLogFile(folder, unexpected);
    for (let n = 0; n < 100; n += 1) file.append(`{"n":${n}}`);
    await file.close();
    const lines = (await readFile(join(folder, 'security.log'), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    expect((await stat(join(folder, 'security.log'))).mode & 0o777).toBe(0o600);
  });

  it('goes on in a file that is there, and closes it to others', async () => {
    await writeFile(join(folder, 'security.log'), 'before\n', { mode: 0o644 });
    const file = await openSecurityLogFile(folder, unexpected);
    file.append('after');
    await file.close();
    expect(await readFile(join(folder, 'security.log'), 'utf8')).toBe('before\nafter\n');
    expect((await stat(join(folder, 'security.log'))).mode & 0o777).toBe(0o600);
  });

  it('closes an empty file to others too', async () => {
    await writeFile(join(folder, 'security.log'), '', { mode: 0o644 });
    const file = await openSecurityLogFile(folder, unexpected);
    file.append('first');
    await file.close();
    expect((await stat(join(folder, 'security.log'))).mode & 0o777).toBe(0o600);
  });

  it('of several processes one puts a full one aside', async () => {
    await writeFile(join(folder, 'security.log'), 'nearly twenty bytes\n');
    const files = await Promise.all(
      [1, 2, 3].map(() => openSecurityLogFile(folder, unexpected, { maxBytes: 30 })),
    );
    for (const file of files) {
      file.append('of 12 bytes');
      await file.close();
    }
    expect((await readdir(folder)).sort()).toEqual(['security.log', 'security.log.1', 'security.log.2']);
    expect(await readFile(join(folder, 'security.log'), 'utf8')).toBe('of 12 bytes\n');
    expect(await readFile(join(folder, 'security.log.1'), 'utf8')).toBe('of 12 bytes\nof 12 bytes\n');
  });

  it('a full one is put aside, and the fifth oldest goes', async () => {
    for (let n = 0; n < 8; n += 1) {
      const file = await openSecurityLogFile(folder, unexpected, { maxBytes: 20 });
      file.append(`line ${n} of 15 by`);
      await file.close();
    }
    expect((await readdir(folder)).sort()).toEqual([
      'security.log',
      'security.log.1',
      'security.log.2',
      'security.log.3',
      'security.log.4',
    ]);
    expect(await readFile(join(folder, 'security.log'), 'utf8')).toBe('line 7 of 15 by\n');
    expect(await readFile(join(folder, 'security.log.4'), 'utf8')).toBe('line 3 of 15 by\n');
  });

  it('warnings stay, however many enrolments come after them', async () => {
    const files = await openSecurityLogFiles(folder, unexpected, 2_000);
    let now = 0;
    const log = createSecurityLog({ log: { warn: () => {} }, clock: () => now, keep: files.append });
    log.note({ what: 'secret-refused', reason: 'site', who: 'mallory' });
    for (let n = 0; n < 200; n += 1) {
      now += 1_000;
      log.note({ what: 'enrolled', kind: 'device', who: `page-${n}` });
      if (n % 10 === 0) await files.close();
    }
    log.stop();
    await files.close();
    const texts = await Promise.all(
      (await readdir(folder)).map(
        async (name) => [name, await readFile(join(folder, name), 'utf8')] as const,
      ),
    );
    const holding = texts.filter(([, text]) => text.includes('mallory')).map(([name]) => name);
    expect(holding).toEqual(['security-warnings.log']);
  });

  it('says that it cannot write, and goes on', async () => {
    const failures: unknown[] = [];
    const file = await openSecurityLogFile(folder, (error) => failures.push(error));
    await rm(folder, { recursive: true });
    file.append('lost');
    await file.close();
    expect(failures).toHaveLength(1);
  });
});
