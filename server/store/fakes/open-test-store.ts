/** Stores for tests: an embedded one in its own folder, or one on the PostgreSQL server of DATABASE_URL. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { openStore, type Store } from '../store.ts';
import { copiedFolder } from './copied-folder.ts';
import { takeFewBuffers } from './few-buffers.ts';

const { DATABASE_URL } = process.env;
export const BACK_ENDS: readonly BackEnd[] = DATABASE_URL ? ['pglite', 'postgres'] : ['pglite'];
type BackEnd = 'pglite' | 'postgres';

export type TestStore = Store & {
  /** Closes the store and removes its data. */
  dispose(): Promise<void>;
};

const quiet = { info: () => {}, warn: () => {} };

/** With `students`, the store contains the demo tenant. */
export async function openTestStore(backEnd: BackEnd, students?: number): Promise<TestStore> {
  const seed = students === undefined ? undefined : { students };
  if (backEnd === 'postgres') return openSchema(DATABASE_URL ?? '', seed);
  const dataDir = await copiedFolder(`store-${students ?? 'empty'}`, async (folder) => {
    await (await openStore({ dataDir: folder, seed, log: quiet })).close();
    await takeFewBuffers(folder);
  });
  const store = await openStore({ dataDir, seed, log: quiet });
  return {
    ...store,
    async dispose() {
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Each store gets its own schema, so that tests can run in parallel on one server. */
async function openSchema(address: string, seed: { students: number } | undefined): Promise<TestStore> {
  const schema = `lectern_test_${randomUUID().replaceAll('-', '')}`;
  await run(address, `create schema ${schema}`);
  const url = new URL(address);
  url.searchParams.set('options', `-c search_path=${schema}`);
  const store = await openStore({ databaseUrl: url.href, seed, log: quiet });
  return {
    ...store,
    async dispose() {
      await store.close();
      await run(address, `drop schema ${schema} cascade`);
    },
  };
}

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
