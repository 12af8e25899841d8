/** The rows of uploads that wait for their file and for confirmation. */

import type { Kysely } from 'kysely';
import type { GroupKey } from '#base/site-key.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '#store/database.ts';
import { lockGroup } from '#store/groups/group-changes.ts';
import { inTenant } from '#store/in-tenant.ts';
import { KIND, ORPHAN_MS, rowOf } from './media-row.ts';

export type UploadRows = {
  /** Adds an upload that waits for its file. False: the group or its site had too many within an hour. */
  begin(group: GroupKey, key: string): Promise<boolean>;
  /** Whether a form for this key waits for its file. */
  isAwaited(key: string): Promise<boolean>;
  /** Marks an upload as used; true only once. False: no upload with this key waits in the group. */
  use(group: GroupKey, key: string): Promise<boolean>;
};

/** Each upload is confirmed at most once, so these limits also apply to pictures. */
const MAX_PER_GROUP = 20;
const MAX_PER_SITE = 100;

export function createUploadRows(db: Kysely<Database>, clock: () => EpochMs): UploadRows {
  return {
    begin: (group, key) =>
      db.transaction().execute(async (trx) => {
        await lockGroup(trx, group);
        const { tenant, site, groupId } = group;
        const { ofSite, ofGroup } = await inTenant(trx, tenant)
          .selectFrom('media')
          .select((of) => [
            of.fn.countAll<string>().as('ofSite'),
            of.fn.countAll<string>().filterWhere('group_id', '=', groupId).as('ofGroup'),
          ])
          .where('kind', '=', KIND)
          .where('site_id', '=', site)
          .where('confirmed', '=', false)
          .where('created_at', '>', new Date(clock() - ORPHAN_MS))
          .executeTakeFirstOrThrow();
        if (Number(ofGroup) >= MAX_PER_GROUP || Number(ofSite) >= MAX_PER_SITE) return false;
        await trx
          .insertInto('media')
          .values(rowOf(group, key, clock()))
          .execute();
        return true;
      }),

    async isAwaited(key) {
      const row = await db
        .selectFrom('media')
        .select('id')
        .where('kind', '=', KIND)
        .where('confirmed', '=', false)
        .where('storage_key', '=', key)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return row !== undefined;
    },

    async use({ tenant, site, groupId }, key) {
      const { numUpdatedRows } = await inTenant(db, tenant)
        .updateTable('media')
        .set({ used_at: new Date(clock()) })
        .where('kind', '=', KIND)
        .where('site_id', '=', site)
        .where('group_id', '=', groupId)
        .where('storage_key', '=', key)
        .where('confirmed', '=', false)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };
}
