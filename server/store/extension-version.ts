/** The last part of the extension's version. Browsers install a package only if its version is higher. */
import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';

export type ExtensionVersions = {
  /**
   * The number of a package's content: the stored number if the content is the newest one, otherwise the next
   * number. So the version also grows when an operator returns to an earlier content. All processes of a
   * platform use the same numbers.
   */
  numberOf(contentHash: string): Promise<number>;
};

export function createExtensionVersions(db: Kysely<Database>): ExtensionVersions {
  return {
    numberOf: (hash) =>
      db.transaction().execute(async (trx) => {
        await sql`lock table extension_version`.execute(trx);
        const newest = await trx
          .selectFrom('extension_version')
          .select(['number', 'hash'])
          .executeTakeFirst();
        if (newest?.hash === hash) return newest.number;
        const row = { number: (newest?.number ?? 0) + 1, hash };
        if (newest) await trx.updateTable('extension_version').set(row).execute();
        else await trx.insertInto('extension_version').values(row).execute();
        return row.number;
      }),
  };
}
