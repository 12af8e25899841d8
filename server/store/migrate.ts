import { readdir, readFile } from 'node:fs/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** Any number will do; it keeps two processes from migrating one PostgreSQL database at once. */
const ADVISORY_LOCK = 725_319_044;

/**
 * Applies the migrations that the database has not seen, in order of their numbers, and `whenFresh` if it had
 * seen none, all in one transaction: a process that dies on the way leaves nothing half done.
 * Answers whether the database was fresh.
 */
export async function migrate(
  db: Kysely<Database>,
  whenFresh: (trx: Transaction<Database>) => Promise<void>,
): Promise<boolean> {
  const migrations = await readMigrations();
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(trx);
    await sql`create table if not exists schema_migrations (
      number integer primary key, name text not null, applied_at timestamptz not null default now()
    )`.execute(trx);
    const applied = await trx.selectFrom('schema_migrations').select('number').execute();
    const seen = new Set(applied.map((row) => row.number));
    for (const { number, name } of migrations) {
      if (seen.has(number)) continue;
      await sql.raw(await readFile(new URL(name, FOLDER), 'utf8')).execute(trx);
      await trx.insertInto('schema_migrations').values({ number, name }).execute();
    }
    const fresh = applied.length === 0;
    if (fresh) await whenFresh(trx);
    return fresh;
  });
}

async function readMigrations(): Promise<{ number: number; name: string }[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
  return names.map((name) => ({ number: Number.parseInt(name, 10), name }));
}
