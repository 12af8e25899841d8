/** Reads the tables from the database's catalog, so that backups work with every version of the schema. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../database.ts';

/** The migrations create and fill this table themselves. */
export const MIGRATIONS_TABLE = 'schema_migrations';

export type CatalogTable = { name: string; columns: readonly { name: string; type: string }[] };

/** Tables sorted by name, without generated columns, because the database computes those again. */
export async function readCatalog(db: Kysely<Database> | Transaction<Database>): Promise<CatalogTable[]> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum
  `.execute(db);
  const tables = new Map<string, { name: string; type: string }[]>();
  for (const { table, column, type } of rows) {
    const columns = tables.get(table) ?? [];
    columns.push({ name: column, type });
    tables.set(table, columns);
  }
  return [...tables].map(([name, columns]) => ({ name, columns }));
}

/** Empty where the database has no Lectern tables. */
export async function readMigrated(db: Kysely<Database> | Transaction<Database>): Promise<number[]> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${MIGRATIONS_TABLE}) is not null as there
  `.execute(db);
  if (!rows[0]?.there) return [];
  const seen = await db.selectFrom('schema_migrations').select('number').orderBy('number').execute();
  return seen.map(({ number }) => number);
}

/** Makes the text form of a value independent of the server and its settings. */
export async function settleTexts(trx: Transaction<Database>): Promise<void> {
  await sql`set local timezone = 'UTC'`.execute(trx);
  await sql`set local datestyle = 'ISO, YMD'`.execute(trx);
  await sql`set local intervalstyle = 'postgres'`.execute(trx);
  await sql`set local bytea_output = 'hex'`.execute(trx);
  await sql`set local extra_float_digits = 1`.execute(trx);
}
