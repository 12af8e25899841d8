import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStore } from './store.ts';

// Making and copying databases takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const quiet = { info: () => {}, warn: () => {} };
let root: string;
/** A database that was made and closed, to copy from: making one takes seconds. */
let made: string;
let copies = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lectern-store-'));
  made = join(root, 'made');
  const store = await openStore({ dataDir: made, log: quiet });
  expect(store.fresh).toBe(true);
  await store.db.insertInto('tenants').values({ key: 'one', name: 'One' }).execute();
  await store.close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function copyOfMade(): Promise<string> {
  const dataDir = join(root, `copy-${++copies}`);
  await cp(made, dataDir, { recursive: true });
  return dataDir;
}

/** Every file with its size and when it was last written: what was not touched says the same twice. */
async function inventory(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.sort().map(async (file) => {
      const { size, mtimeMs } = await stat(file);
      return `${file} ${size} ${mtimeMs}`;
    }),
  );
}

describe('the embedded store', () => {
  it('keeps its rows from one opening to the next, and is fresh only once', async () => {
    const store = await openStore({ dataDir: await copyOfMade(), log: quiet });
    expect(store.fresh).toBe(false);
    expect(await store.db.selectFrom('tenants').select('key').execute()).toEqual([{ key: 'one' }]);
    await store.close();
    await store.close();
  });

  it('is left alone where a newer version has made its tables', async () => {
    const dataDir = await copyOfMade();
    const newer = await openStore({ dataDir, log: quiet });
    await newer.db
      .insertInto('schema_migrations')
      .values({ number: 9_999, name: '9999-later.sql' })
      .execute();
    await newer.close();
    await expect(openStore({ dataDir, log: quiet })).rejects.toMatchObject({
      name: 'StoreError',
      code: 'newer',
      message: expect.stringContaining('newer version'),
    });
  });

  it('lets one process open a folder once', async () => {
    const dataDir = await copyOfMade();
    const store = await openStore({ dataDir, log: quiet });
    await expect(openStore({ dataDir, log: quiet })).rejects.toMatchObject({
      name: 'StoreError',
      code: 'locked',
    });
    await store.close();
    await (await openStore({ dataDir, log: quiet })).close();
  });

  it('says so when the folder cannot be used', async () => {
    const file = join(root, 'a-file');
    await writeFile(file, 'not a folder');
    await expect(openStore({ dataDir: join(file, 'data'), log: quiet })).rejects.toMatchObject({
      code: 'unreadable',
    });
    await expect(openStore({ log: quiet })).rejects.toMatchObject({ code: 'unreadable' });
  });

  it.each([
    ['its version is missing', (db: string) => rm(join(db, 'PG_VERSION'))],
    ['its version is another', (db: string) => writeFile(join(db, 'PG_VERSION'), '9\n')],
    ['its control file is cut off', (db: string) => truncate(join(db, 'global/pg_control'), 100)],
    [
      'its control file is not one',
      (db: string) => writeFile(join(db, 'global/pg_control'), Buffer.alloc(8192, 7)),
    ],
    ['its tables are gone', (db: string) => rm(join(db, 'base'), { recursive: true })],
    ['its log is gone', (db: string) => rm(join(db, 'pg_wal'), { recursive: true })],
  ])('calls a database corrupt when %s, and leaves it as it was', async (_what, damage) => {
    const dataDir = await copyOfMade();
    const db = join(dataDir, 'db');
    // The engine's own mark of a running database; it goes with the engine.
    await rm(join(db, 'postmaster.pid'), { force: true });
    await damage(db);
    const before = await inventory(dataDir);
    await expect(openStore({ dataDir, log: quiet })).rejects.toMatchObject({
      name: 'StoreError',
      code: 'corrupt',
    });
    await rm(join(db, 'postmaster.pid'), { force: true });
    expect(await inventory(dataDir)).toEqual(before);
  });

  it('does not make a database over the files of others', async () => {
    const dataDir = join(root, 'others');
    await mkdir(join(dataDir, 'db'), { recursive: true });
    await writeFile(join(dataDir, 'db/holiday.txt'), 'photographs');
    await expect(openStore({ dataDir, log: quiet })).rejects.toMatchObject({ code: 'corrupt' });
    expect(await readdir(join(dataDir, 'db'))).toEqual(['holiday.txt']);
  });

  it('begins again where a first start was cut off', async () => {
    const dataDir = join(root, 'cut-off');
    await mkdir(join(dataDir, 'db/base'), { recursive: true });
    await writeFile(join(dataDir, 'db/PG_VERSION'), '18\n');
    await writeFile(join(dataDir, 'db.making'), '');
    const store = await openStore({ dataDir, log: quiet });
    expect(store.fresh).toBe(true);
    await store.close();
    expect((await readdir(dataDir)).sort()).toEqual(['db']);
  });

  it('loses no acknowledged row to a SIGKILL', async () => {
    const dataDir = await copyOfMade();
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', WRITER], {
      env: { ...process.env, DATA_DIR: dataDir, STORE: new URL('./store.ts', import.meta.url).href },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    let acknowledged = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged = Number(line);
      if (acknowledged === 150) child.kill('SIGKILL');
    }
    await exited;
    expect(acknowledged).toBeGreaterThanOrEqual(150);

    const store = await openStore({ dataDir, log: quiet });
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from tenants where key like 'row-%'`.execute(store.db);
    await store.close();
    expect(rows[0]?.n).toBeGreaterThanOrEqual(acknowledged);
  });
});

const WRITER = `
  const { openStore } = await import(process.env.STORE);
  const store = await openStore({ dataDir: process.env.DATA_DIR, log: { info() {}, warn() {} } });
  for (let i = 1; ; i++) {
    await store.db.insertInto('tenants').values({ key: 'row-' + i, name: 'Row' }).execute();
    process.stdout.write(i + '\\n');
  }
`;

describe('a transaction on the one connection', () => {
  it('is whole or not at all, and others wait for it', async () => {
    const store = await openStore({ dataDir: await copyOfMade(), log: quiet });
    const { db } = store;
    const names = () => db.selectFrom('tenants').select('key').orderBy('key').execute();
    let seenBetween: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('tenants').values({ key: 'three', name: 'Three' }).execute();
      seenBetween = names();
      await trx.insertInto('tenants').values({ key: 'two', name: 'Two' }).execute();
    });
    expect(await seenBetween).toEqual([{ key: 'one' }, { key: 'three' }, { key: 'two' }]);
    const refused = db.transaction().execute(async (trx) => {
      await trx.insertInto('tenants').values({ key: 'four', name: 'Four' }).execute();
      await trx.insertInto('tenants').values({ key: 'one', name: 'Again' }).execute();
    });
    await expect(refused).rejects.toMatchObject({ code: '23505' });
    expect(await names()).toHaveLength(3);
    await store.close();
  });

  it('tells waiting queries that the store is closed', async () => {
    const store = await openStore({ dataDir: await copyOfMade(), log: quiet });
    await store.close();
    await expect(store.db.selectFrom('tenants').selectAll().execute()).rejects.toThrow();
  });
});
