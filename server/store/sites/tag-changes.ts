/** Tags of a tenant, and the sites that have them. */

import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { TagLink } from '#protocol/rest/admin/site.ts';
import type { Tag } from '#protocol/rest/site.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

type TagKey = { tenant: string; tagId: string };

export type TagChanges = {
  /** Undefined: another tag has the name. */
  make(tenant: string, name: string): Promise<Tag | undefined>;
  rename(key: TagKey, name: string): Promise<'renamed' | 'no-tag' | 'taken'>;
  /** Removes the tag, also from all sites, and the roles that it grants. False: the tag does not exist. */
  remove(key: TagKey): Promise<boolean>;
  /** `isNew`: the site did not have the tag before. Undefined: the site or tag does not exist. */
  link(tenant: string, link: Omit<TagLink, 'id'>): Promise<{ link: TagLink; isNew: boolean } | undefined>;
  /** Returns the removed link. Undefined: the link does not exist. */
  unlink(tenant: string, linkId: string): Promise<TagLink | undefined>;
};

export function createTagChanges(db: Kysely<Database>): TagChanges {
  /** Serialises changes of the tenant's tags. */
  const exclusively = <T>(tenant: string, work: (trx: Transaction<Database>) => Promise<T>) =>
    db.transaction().execute(async (trx) => {
      await trx.selectFrom('tenants').select('key').where('key', '=', tenant).forNoKeyUpdate().execute();
      return work(trx);
    });
  const tagNamed = (trx: Transaction<Database>, tenant: string, name: string) =>
    inTenant(trx, tenant).selectFrom('tags').select('id').where('name', '=', name).executeTakeFirst();

  return {
    make: (tenant, name) =>
      exclusively(tenant, async (trx) => {
        if (await tagNamed(trx, tenant, name)) return undefined;
        const tag = { id: randomUUID(), name };
        await trx
          .insertInto('tags')
          .values({ tenant, ...tag })
          .execute();
        return tag;
      }),

    rename: ({ tenant, tagId }, name) =>
      exclusively(tenant, async (trx) => {
        const other = await tagNamed(trx, tenant, name);
        if (other && other.id !== tagId) return 'taken';
        const { numUpdatedRows } = await inTenant(trx, tenant)
          .updateTable('tags')
          .set({ name })
          .where('id', '=', tagId)
          .executeTakeFirst();
        return numUpdatedRows > 0n ? 'renamed' : 'no-tag';
      }),

    remove: ({ tenant, tagId }) =>
      db.transaction().execute(async (trx) => {
        // Waits for a running job of the tag, which still writes rows that refer to the tag.
        await inTenant(trx, tenant).deleteFrom('sync_jobs').where('tag_id', '=', tagId).execute();
        const { numDeletedRows } = await inTenant(trx, tenant)
          .deleteFrom('tags')
          .where('id', '=', tagId)
          .executeTakeFirst();
        return numDeletedRows > 0n;
      }),

    link: (tenant, { siteId, tagId }) =>
      db.transaction().execute(async (trx) => {
        for (const [table, id] of [
          ['sites', siteId],
          ['tags', tagId],
        ] as const) {
          // Keeps the site and the tag from being deleted before the link exists.
          const row = await trx
            .selectFrom(table)
            .select('id')
            .where('tenant', '=', tenant)
            .where('id', '=', id)
            .forKeyShare()
            .executeTakeFirst();
          if (row === undefined) return undefined;
        }
        const made = await trx
          .insertInto('tag_links')
          .values({ tenant, id: randomUUID(), site_id: siteId, tag_id: tagId })
          .onConflict((row) => row.columns(['tenant', 'site_id', 'tag_id']).doNothing())
          .returning('id')
          .executeTakeFirst();
        const { id } =
          made ??
          (await inTenant(trx, tenant)
            .selectFrom('tag_links')
            .select('id')
            .where('site_id', '=', siteId)
            .where('tag_id', '=', tagId)
            .executeTakeFirstOrThrow());
        return { link: { id, siteId, tagId }, isNew: made !== undefined };
      }),

    async unlink(tenant, linkId) {
      const row = await inTenant(db, tenant)
        .deleteFrom('tag_links')
        .where('id', '=', linkId)
        .returning(['id', 'site_id', 'tag_id'])
        .executeTakeFirst();
      return row && { id: row.id, siteId: row.site_id, tagId: row.tag_id };
    },
  };
}
