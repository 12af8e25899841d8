import type { Insertable, Transaction } from 'kysely';
import type { Database } from '../database.ts';

/** A statement takes at most 65,535 parameters. */
const ROWS_PER_STATEMENT = 1_000;

/** Inserts many rows of one table with few statements. */
export async function insertAll<Table extends keyof Database>(
  trx: Transaction<Database>,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    await trx
      .insertInto(table)
      .values(rows.slice(from, from + ROWS_PER_STATEMENT))
      .execute();
  }
}
