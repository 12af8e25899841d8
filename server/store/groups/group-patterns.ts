/** The hostname patterns of device match groups. */
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';

/** The patterns of these groups, in the order in which they were entered. */
export const readPatterns = (db: Kysely<Database>, tenant: string, ids: readonly string[]) =>
  db
    .selectFrom('group_patterns')
    .select(['group_id', 'pattern'])
    .where('tenant', '=', tenant)
    .where('group_id', 'in', ids)
    .orderBy('position')
    .execute();
