import { readdir, readFile } from 'node:fs/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { StoreError } from '#base/store-error.ts';
import type { Database } from './database.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** Any number will do; the lock keeps two processes from migrating one database at the same time. */
const ADVISORY_LOCK = 725_319_044;

/**
 * Applies pending migrations in order of their numbers, and `whenFresh` if the database had none. All run in
 * one transaction, so a process that dies midway leaves no partial state. Returns whether the database was
 * fresh. Throws `StoreError('newer')` where a newer version has migrated it.
 */
export async function migrate(
  db: Kysely<Database>,
  whenFresh: (trx: Transaction<Database>) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const fresh = await applyMigrations(trx, () => true);
    if (fresh) await whenFresh(trx);
    return fresh;
  });
}

/**
 * Applies pending migrations that `wanted` selects. Returns whether none had been applied before. Another
 * process that migrates the same database waits until this transaction ends. Throws `StoreError('newer')`.
 */
export async function applyMigrations(
  trx: Transaction<Database>,
  wanted: (number: number) => boolean,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(trx);
  await sql`create table if not exists schema_migrations (
    number integer primary key, name text not null, applied_at timestamptz not null default now()
  )`.execute(trx);
  const applied = await trx.selectFrom('schema_migrations').select('number').execute();
  const seen = new Set(applied.map((row) => row.number));
  const known = await readMigrations();
  const newest = Math.max(...known.map(({ number }) => number));
  if (applied.some(({ number }) => number > newest)) {
    throw new StoreError(
      'newer',
      'The database is of a newer version of Lectern, whose tables this one does not know: start that version, or restore the backup of before the upgrade. Nothing was changed.',
    );
  }
  for (const { number, name } of known) {
    if (seen.has(number) || !wanted(number)) continue;
    await sql.raw(await readFile(new URL(name, FOLDER), 'utf8')).execute(trx);
    await trx.insertInto('schema_migrations').values({ number, name }).execute();
  }
  return applied.length === 0;
}

/** Numbers of this version's migrations, in order. */
export const migrationNumbers = async (): Promise<number[]> =>
  (await readMigrations()).map(({ number }) => number);

async function readMigrations(): Promise<{ number: number; name: string }[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort();
  return names.map((name) => ({ number: Number.parseInt(name, 10), name }));
}
