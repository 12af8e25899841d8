/** The hostname patterns of device match groups. */

import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

/** The patterns of these groups, in the order in which they were entered. */
export const readPatterns = (db: Kysely<Database>, tenant: string, ids: readonly string[]) =>
  inTenant(db, tenant)
    .selectFrom('group_patterns')
    .select(['group_id', 'pattern'])
    .where('group_id', 'in', ids)
    .orderBy('position')
    .execute();
