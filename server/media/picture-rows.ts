/** The rows of re-encoded pictures, and of objects that must be removed from the store. */

import { type Kysely, sql, type Transaction } from 'kysely';
import type { GroupKey } from '#base/site-key.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '#store/database.ts';
import { lockGroup } from '#store/groups/group-changes.ts';
import { inTenant } from '#store/in-tenant.ts';
import { KIND, ORPHAN_MS, rowOf } from './media-row.ts';

export type PictureFacts = { contentType: string; sizeBytes: number };

export type PictureRows = {
  keepPicture(group: GroupKey, key: string, facts: PictureFacts): Promise<void>;
  /** Needs a transaction that has locked the group, so that the picture is not dropped meanwhile. */
  hasPicture(trx: Transaction<Database>, group: GroupKey, key: string): Promise<boolean>;
  /** Undefined: there is no such picture. */
  contentTypeOf(tenant: string, key: string): Promise<string | undefined>;
  /** After the commit the picture no longer exists, and its object may be removed. False: there was none. */
  dropPicture(trx: Transaction<Database>, group: GroupKey, key: string): Promise<boolean>;
  forget(object: StoredObject): Promise<void>;
  /** Dropped objects, and objects that may be dropped. */
  orphans(): Promise<readonly Orphan[]>;
  /** Drops the object if it is still an orphan. False: a group shows it now. */
  dropOrphan(orphan: Orphan): Promise<boolean>;
};

export type StoredObject = { tenant: string; key: string };
type Orphan = StoredObject & { site: string; groupId: string | null };

/** `removalClock`: see `removal-clock.ts`. */
export function createPictureRows(
  db: Kysely<Database>,
  clock: () => EpochMs,
  removalClock: () => EpochMs,
): PictureRows {
  const before = () => new Date(removalClock() - ORPHAN_MS);

  const pictures = (on: Kysely<Database>) =>
    on
      .selectFrom('media')
      .where('kind', '=', KIND)
      .where('confirmed', '=', true)
      .where('dropped_at', 'is', null);

  const dropping = (trx: Transaction<Database>, { tenant, key }: StoredObject) =>
    inTenant(trx, tenant)
      .updateTable('media')
      .set({ dropped_at: new Date(clock()) })
      .where('storage_key', '=', key);

  return {
    async keepPicture(group, key, { contentType, sizeBytes }) {
      const facts = { confirmed: true, content_type: contentType, size_bytes: sizeBytes };
      await db
        .insertInto('media')
        .values({ ...rowOf(group, key, clock()), ...facts })
        .execute();
    },

    async hasPicture(trx, { tenant, site, groupId }, key) {
      const row = await pictures(trx)
        .select('id')
        .where('tenant', '=', tenant)
        .where('site_id', '=', site)
        .where('group_id', '=', groupId)
        .where('storage_key', '=', key)
        .executeTakeFirst();
      return row !== undefined;
    },

    async contentTypeOf(tenant, key) {
      const row = await pictures(db)
        .select('content_type')
        .where('tenant', '=', tenant)
        .where('storage_key', '=', key)
        .executeTakeFirst();
      return row?.content_type;
    },

    async dropPicture(trx, { tenant, site, groupId }, key) {
      const { numUpdatedRows } = await dropping(trx, { tenant, key })
        .where('kind', '=', KIND)
        .where('site_id', '=', site)
        .where('group_id', '=', groupId)
        .where('confirmed', '=', true)
        .where('dropped_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    async forget({ tenant, key }) {
      await inTenant(db, tenant).deleteFrom('media').where('storage_key', '=', key).execute();
    },

    orphans: () => orphansOf(db, before()).execute(),

    dropOrphan: (orphan) =>
      db.transaction().execute(async (trx) => {
        const { tenant, site, groupId, key } = orphan;
        if (groupId !== null) await lockGroup(trx, { tenant, site, groupId });
        const found = await orphansOf(trx, before())
          .where('media.tenant', '=', tenant)
          .where('media.storage_key', '=', key)
          .executeTakeFirst();
        if (found !== undefined) await dropping(trx, orphan).execute();
        return found !== undefined;
      }),
  };
}

/** Dropped; or created before `made` and either unconfirmed or shown by no group (which may be removed). */
function orphansOf(on: Kysely<Database>, made: Date) {
  return on
    .selectFrom('media')
    .leftJoin('groups', (join) =>
      join.onRef('groups.tenant', '=', 'media.tenant').onRef('groups.id', '=', 'media.group_id'),
    )
    .select([
      'media.tenant',
      'media.storage_key as key',
      'media.site_id as site',
      'media.group_id as groupId',
    ])
    .where('media.kind', '=', KIND)
    .where((where) =>
      where.or([
        where('media.dropped_at', 'is not', null),
        where.and([
          where('media.created_at', '<', made),
          where.or([
            where('media.confirmed', '=', false),
            sql<boolean>`groups.settings->'gridLayout'->>'backgroundImageKey' is distinct from media.storage_key`,
          ]),
        ]),
      ]),
    );
}
