import { type Insertable, sql, type Transaction } from 'kysely';
import type { Database } from '../database.ts';

/** Limits a statement to some hundred kilobytes. */
const ROWS_PER_STATEMENT = 1_000;

/**
 * Inserts many rows of one table; absent columns get their default. Rows are passed as one JSON parameter,
 * because a parameter for each field takes twice as long.
 */
export async function insertAll<Table extends keyof Database & string>(
  trx: Transaction<Database>,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
): Promise<void> {
  if (rows.length === 0) return;
  const typeOf = await readTypes(trx, table);
  const textOf = (name: string) => sql`${sql.ref(name)} text`;
  const castOf = (name: string) => sql`${sql.ref(`row.${name}`)}::${sql.raw(typeOf.get(name) ?? 'text')}`;
  for (const { columns, alike } of byColumns(rows)) {
    const list = sql.join(columns.map((name) => sql.ref(name)));
    const texts = sql.join(columns.map(textOf));
    const values = sql.join(columns.map(castOf));
    for (let from = 0; from < alike.length; from += ROWS_PER_STATEMENT) {
      const json = JSON.stringify(alike.slice(from, from + ROWS_PER_STATEMENT));
      await sql`insert into ${sql.table(table)} (${list})
        select ${values} from json_to_recordset(${json}::json) as row(${texts})`.execute(trx);
    }
  }
}

/** Groups rows with the same columns, in the order of their first occurrence. */
function byColumns<Row extends object>(rows: readonly Row[]): { columns: string[]; alike: Row[] }[] {
  const sets = new Map<string, { columns: string[]; alike: Row[] }>();
  for (const row of rows) {
    const columns = Object.keys(row);
    const key = columns.join();
    const known = sets.get(key);
    if (known) known.alike.push(row);
    else sets.set(key, { columns, alike: [row] });
  }
  return [...sets.values()];
}

/** The types of a table's columns, as named by SQL. */
async function readTypes(trx: Transaction<Database>, table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(trx);
  return new Map(rows.map(({ name, type }) => [name, type]));
}
