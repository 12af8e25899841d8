/** A backup that was made and restored is the same school: every table, every picture, and a class that connects. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { createSimulatedClass } from '../../../agent/simulated/simulated-class.ts';
import { main as backup } from '../../../scripts/backup.ts';
import { main as restore } from '../../../scripts/restore.ts';
import { openObjects } from '../../../server/media/open-media.ts';
import { createPlatform } from '../../../server/platform/platform.ts';
import { readCatalog } from '../../../server/store/backup/catalog.ts';
import { copiedFolder } from '../../../server/store/fakes/copied-folder.ts';
import { openDatabase } from '../../../server/store/store.ts';
import { takeDataFolder, testOptions } from '../../support/classroom/seeded-data.ts';
import { startPostgres } from '../../support/processes/debian-servers.ts';
import { consoleSession } from '../../support/tutors/platform-session.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PICTURE = { key: 'a-picture-of-a-room', bytes: Buffer.from([0, 255, 10, 13, 200]) };
const quiet = { info: () => {}, warn: () => {} };

let source: Awaited<ReturnType<typeof takeDataFolder>>;
let work: string;
let file: string;
let refreshToken: string;

beforeAll(async () => {
  source = await takeDataFolder();
  work = await copiedFolder('backups', async () => {});
  file = join(work, 'school.backup');
  const platform = await createPlatform(testOptions({ dataDir: source.dataDir, students: 1 }));
  refreshToken = (await consoleSession(platform, 'teacher@demo.example')).refreshToken;
  const group = await platform.store.db
    .selectFrom('groups')
    .select(['id', 'site_id'])
    .where('tenant', '=', 'demo')
    .executeTakeFirstOrThrow();
  const row = { tenant: 'demo', id: 'one', site_id: group.site_id, group_id: group.id, owner_id: null };
  await platform.store.db
    .insertInto('media')
    .values({ ...row, kind: 'background', name: 'Room', content_type: 'image/png', storage_key: PICTURE.key })
    .execute();
  await platform.close();
  const pictures = await openObjects(testOptions({ dataDir: source.dataDir }));
  await pictures.write(PICTURE.key, PICTURE.bytes, 'image/png');
});
afterAll(() => source?.remove());

/** Runs a command of the terminal; answers its exit code and what it said. */
async function run(main: (args: readonly string[]) => Promise<number>, dataDir: string, ...args: string[]) {
  const said: string[] = [];
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) =>
    spy.mockImplementation((text: unknown) => void said.push(String(text))),
  );
  const code = await main([...args, '--data', dataDir]).finally(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return { code, said: said.join('\n') };
}

/** Every row of every table, as text. */
async function everything(dataDir: string, databaseUrl?: string): Promise<Record<string, string[]>> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl, log: quiet });
  const tables: Record<string, string[]> = {};
  for (const { name } of await readCatalog(db)) {
    if (name === 'schema_migrations') continue;
    const { rows } = await sql<{
      row: string;
    }>`select each::text as row from ${sql.table(name)} as each`.execute(db);
    tables[name] = rows.map(({ row }) => row).toSorted();
  }
  await close();
  return tables;
}

/** The backup with another first line, whole by its own account. */
function withBegin(begin: object, lines: readonly string[]): Buffer {
  const others = lines.slice(1, -2);
  const { end } = JSON.parse(lines.at(-2) ?? '');
  const text = `${[JSON.stringify(begin), ...others].join('\n')}\n`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return gzipSync(`${text}${JSON.stringify({ end: { ...end, sha256 } })}\n`);
}

const emptyFolder = () => copiedFolder('nothing', async () => {});

describe('npm run backup and npm run restore', () => {
  it('refuse while the platform runs, and say what to do', async () => {
    const platform = await createPlatform(testOptions({ dataDir: source.dataDir, students: 1 }));
    const made = await run(backup, source.dataDir, file);
    await platform.close();
    expect(made).toMatchObject({
      code: 1,
      said: expect.stringMatching(/is running.*stop the platform, make the backup/),
    });
    await expect(stat(file)).rejects.toThrow();
  });

  it('say why a file cannot be written', async () => {
    const nowhere = join(work, 'missing', 'school.backup');
    expect(await run(backup, source.dataDir, nowhere)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^\S+school\.backup cannot be written: ENOENT/),
    });
  });

  it('bring every row and picture into an empty folder, where tutors are still signed in and a class connects', async () => {
    const made = await run(backup, source.dataDir, file);
    expect(made).toMatchObject({
      code: 0,
      said: expect.stringMatching(/1 pictures\.\nThe key is not in it\. Keep .*lectern\.key/),
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const target = await emptyFolder();
    await writeFile(join(target, 'lectern.key'), await readFile(join(source.dataDir, 'lectern.key')), {
      mode: 0o600,
    });
    const restored = await run(restore, target, file);
    expect(restored).toMatchObject({
      code: 0,
      said: expect.stringMatching(/is that of the backup\. Start the platform/),
    });
    const rows = await everything(target);
    expect(rows).toEqual(await everything(source.dataDir));
    expect(rows.users?.length).toBeGreaterThan(10);
    const options = testOptions({ dataDir: target, students: 2 });
    expect(await (await openObjects(options)).read(PICTURE.key)).toEqual(PICTURE.bytes);

    const platform = await createPlatform(options);
    const refreshed = await fetch(`http://127.0.0.1:${platform.port}/auth/refresh`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'tenant-key': 'demo',
        authorization: `Bearer ${refreshToken}`,
      },
      body: '{}',
    });
    expect(refreshed.status).toBe(200);
    const simulatedClass = createSimulatedClass({
      platform: `http://127.0.0.1:${platform.port}`,
      class: await readClassFile(join(target, 'demo-class.json')),
      students: 2,
      wanderers: 0,
    });
    await simulatedClass.ready;
    expect(platform.broker.counters().connections.device).toBe(2);
    await simulatedClass.stop();
    await platform.close();

    // What is there is thrown away only where that was asked for.
    const before = await everything(target);
    expect(await run(restore, target, file)).toMatchObject({
      code: 1,
      said: expect.stringContaining('add --replace'),
    });
    expect(await everything(target)).toEqual(before);
    expect((await run(restore, target, file, '--replace')).code).toBe(0);
    expect(await everything(target)).toEqual(rows);
  });

  it('say how many pictures are not where they were looked for', async () => {
    const target = await emptyFolder();
    expect((await run(restore, target, file)).code).toBe(0);
    const { db, close } = await openDatabase({ dataDir: target, log: quiet });
    await db.updateTable('media').set({ confirmed: true }).execute();
    await close();
    const whole = await run(backup, target, join(work, 'whole.backup'));
    expect(whole).toMatchObject({ code: 0, said: expect.stringContaining('1 pictures.\nThe key') });
    await rm(join(target, 'media'), { recursive: true });
    expect(await run(backup, target, join(work, 'without-pictures.backup'))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/0 pictures\.\nWITHOUT 1 pictures, which are not in \S+media:/),
    });
  });

  it('leave a picture that a backup names without having it, and remove one that nothing names', async () => {
    const target = await emptyFolder();
    expect((await run(restore, target, file)).code).toBe(0);
    const pictures = await openObjects(testOptions({ dataDir: target }));
    await pictures.remove(PICTURE.key);
    const without = join(work, 'picture-elsewhere.backup');
    await run(backup, target, without);
    await pictures.write(PICTURE.key, PICTURE.bytes, 'image/png');
    const { db, close } = await openDatabase({ dataDir: target, log: quiet });
    const row = await db.selectFrom('media').selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto('media')
      .values({ ...row, id: 'later', storage_key: 'a-later-picture' })
      .execute();
    await close();
    await pictures.write('a-later-picture', PICTURE.bytes, 'image/png');
    expect((await run(restore, target, without, '--replace')).code).toBe(0);
    expect(await pictures.read(PICTURE.key)).toEqual(PICTURE.bytes);
    expect(await pictures.read('a-later-picture')).toBeUndefined();
  });

  it('hold no secret in the clear without the key, which comes along only when it is asked for', async () => {
    const key = (await readFile(join(source.dataDir, 'lectern.key'), 'utf8')).trim();
    const { runner, secret } = JSON.parse(await readFile(join(source.dataDir, 'demo-class.json'), 'utf8'));
    const text = gunzipSync(await readFile(file)).toString();
    for (const each of [key, refreshToken, secret, runner?.secret])
      expect(each === undefined || text.includes(each)).toBe(false);
    const withKey = join(work, 'with-key.backup');
    expect((await run(backup, source.dataDir, withKey, '--with-key')).said).toMatch(
      /whoever has the file can read every secret/,
    );
    const target = await emptyFolder();
    expect((await run(restore, target, withKey)).code).toBe(0);
    expect((await readFile(join(target, 'lectern.key'), 'utf8')).trim()).toBe(key);
    const others = ['first', 'second'].map((name) => Buffer.alloc(32, name).toString('base64url'));
    for (const other of others) {
      await writeFile(join(target, 'lectern.key'), other);
      expect((await run(restore, target, withKey, '--replace')).said).toMatch(
        /the former one \S+\/lectern\.key\./,
      );
    }
    const former = (await readdir(target)).filter((name) => name.startsWith('lectern.key.'));
    const kept = await Promise.all(former.map((name) => readFile(join(target, name), 'utf8')));
    expect(kept.toSorted()).toEqual(others.toSorted());
    const without = await run(restore, await emptyFolder(), file);
    expect(without.said).toMatch(/key is not in it, and there is no .*lectern\.key/);
  });

  it('change nothing where the file is cut, changed, newer or no backup', async () => {
    const target = await emptyFolder();
    expect((await run(restore, target, file)).code).toBe(0);
    const before = await everything(target);
    const lines = gunzipSync(await readFile(file))
      .toString()
      .split('\n');
    const begin = JSON.parse(lines[0] ?? '');
    const bad = join(work, 'bad.backup');
    const refused = async (bytes: Buffer | string, words: RegExp) => {
      await writeFile(bad, bytes);
      const { code, said } = await run(restore, target, bad, '--replace');
      expect({ code, said }).toMatchObject({ code: 1, said: expect.stringMatching(words) });
      expect(said).toMatch(/Nothing was changed/);
    };
    await refused('no gzip', /cannot be decompressed/);
    await refused(gzipSync(lines.slice(0, -2).join('\n')), /Its end is missing/);
    await refused(gzipSync(lines.join('\n').replace('teacher@demo', 'someone@demo')), /not what was written/);
    await writeFile(bad, await readFile(file));
    await truncate(bad, 2_000);
    await refused(await readFile(bad), /cannot be decompressed/);
    await refused(withBegin({ ...begin, migrations: [...begin.migrations, 9_999] }, lines), /newer version/);
    expect(await everything(target)).toEqual(before);
  });

  it('bring a school that has grown from its folder into a PostgreSQL server, and back out of it', async () => {
    const postgres = await startPostgres();
    try {
      const target = await emptyFolder();
      const withKey = join(work, 'moves.backup');
      vi.stubEnv('DATABASE_URL', '');
      expect((await run(backup, source.dataDir, withKey, '--with-key')).code).toBe(0);
      const rows = await everything(source.dataDir);

      const databaseUrl = await postgres.newDatabase();
      vi.stubEnv('DATABASE_URL', databaseUrl);
      expect(await run(restore, target, withKey)).toMatchObject({ code: 0 });
      expect(await everything(target, databaseUrl)).toEqual(rows);

      // A platform runs on it, while a backup is made and refuses to be thrown away.
      const options = testOptions({ dataDir: target, databaseUrl, students: 1 });
      const platform = await createPlatform(options);
      const again = join(work, 'of-the-server.backup');
      expect((await run(backup, target, again, '--with-key')).code).toBe(0);
      expect((await run(restore, target, withKey, '--replace')).code).toBe(1);
      await platform.close();
      const after = await everything(target, databaseUrl);
      expect(after.users).toEqual(rows.users);
      const { said } = await run(restore, target, withKey);
      expect(said).toContain('add --replace');
      expect(said).toMatch(/already in the PostgreSQL database \S+ at 127\.0\.0\.1:/);
      expect(await everything(target, databaseUrl)).toEqual(after);

      // A try of the backup, with the settings of the platform.
      const tried = await emptyFolder();
      expect(await run(restore, tried, again, '--embedded')).toMatchObject({
        code: 0,
        said: expect.stringContaining(`into the data folder ${tried}`),
      });
      expect(await everything(target, databaseUrl)).toEqual(after);

      const home = await emptyFolder();
      vi.stubEnv('DATABASE_URL', '');
      expect((await run(restore, home, again)).code).toBe(0);
      expect(await everything(home)).toEqual(after);
      expect(await everything(tried)).toEqual(after);
    } finally {
      vi.unstubAllEnvs();
      await postgres.close();
    }
  });
});
