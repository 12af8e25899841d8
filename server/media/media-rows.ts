/** The rows of backgrounds in the database, of uploads and of pictures that were written anew: they find every object again. */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { lockGroup } from '../store/groups/group-changes.ts';
import type { GroupKey } from '../store/site-key.ts';

export type PictureFacts = { contentType: string; sizeBytes: number };

export type MediaRows = {
  /** An upload that waits for its file. False: the group or its site has had too many within an hour. */
  begin(group: GroupKey, key: string): Promise<boolean>;
  /** Whether a form for this key waits for its file. */
  isAwaited(key: string): Promise<boolean>;
  /** Marks an upload as used. False: the group has none that waits under this key. True once. */
  use(group: GroupKey, key: string): Promise<boolean>;
  keepPicture(group: GroupKey, key: string, facts: PictureFacts): Promise<void>;
  hasPicture(group: GroupKey, key: string): Promise<boolean>;
  /** Undefined: there is no such picture. */
  contentTypeOf(tenant: string, key: string): Promise<string | undefined>;
  forget(tenant: string, key: string): Promise<void>;
  /** Made more than an hour ago, and not confirmed, or shown by no group: the group may be gone. */
  orphans(): Promise<readonly { tenant: string; key: string }[]>;
};

/** Each is confirmed once at most, so that these are the most pictures, too. */
const MOST_OF_GROUP = 20;
const MOST_OF_SITE = 100;
/** Longer than a form is good, and than it takes to save a layout with the picture. */
const ORPHAN_MS = 60 * 60_000;
const KIND = 'background';

export function createMediaRows(db: Kysely<Database>, clock: () => number): MediaRows {
  const before = () => new Date(clock() - ORPHAN_MS);

  const rowOf = ({ tenant, site, groupId }: GroupKey, key: string) => ({
    tenant,
    id: randomUUID(),
    site_id: site,
    group_id: groupId,
    owner_id: null,
    kind: KIND,
    name: '',
    content_type: '',
    storage_key: key,
    created_at: new Date(clock()),
  });

  const backgrounds = (confirmed: boolean) =>
    db.selectFrom('media').where('kind', '=', KIND).where('confirmed', '=', confirmed);

  return {
    begin: (group, key) =>
      db.transaction().execute(async (trx) => {
        await lockGroup(trx, group);
        const { tenant, site, groupId } = group;
        const { ofSite, ofGroup } = await trx
          .selectFrom('media')
          .select((of) => [
            of.fn.countAll<string>().as('ofSite'),
            of.fn.countAll<string>().filterWhere('group_id', '=', groupId).as('ofGroup'),
          ])
          .where('kind', '=', KIND)
          .where('tenant', '=', tenant)
          .where('site_id', '=', site)
          .where('confirmed', '=', false)
          .where('created_at', '>', before())
          .executeTakeFirstOrThrow();
        if (Number(ofGroup) >= MOST_OF_GROUP || Number(ofSite) >= MOST_OF_SITE) return false;
        await trx.insertInto('media').values(rowOf(group, key)).execute();
        return true;
      }),

    async isAwaited(key) {
      const row = await backgrounds(false)
        .select('id')
        .where('storage_key', '=', key)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return row !== undefined;
    },

    async use({ tenant, site, groupId }, key) {
      const { numUpdatedRows } = await db
        .updateTable('media')
        .set({ used_at: new Date(clock()) })
        .where('kind', '=', KIND)
        .where('tenant', '=', tenant)
        .where('site_id', '=', site)
        .where('group_id', '=', groupId)
        .where('storage_key', '=', key)
        .where('confirmed', '=', false)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    async keepPicture(group, key, { contentType, sizeBytes }) {
      const facts = { confirmed: true, content_type: contentType, size_bytes: sizeBytes };
      await db
        .insertInto('media')
        .values({ ...rowOf(group, key), ...facts })
        .execute();
    },

    async hasPicture({ tenant, site, groupId }, key) {
      const row = await backgrounds(true)
        .select('id')
        .where('tenant', '=', tenant)
        .where('site_id', '=', site)
        .where('group_id', '=', groupId)
        .where('storage_key', '=', key)
        .executeTakeFirst();
      return row !== undefined;
    },

    async contentTypeOf(tenant, key) {
      const row = await backgrounds(true)
        .select('content_type')
        .where('tenant', '=', tenant)
        .where('storage_key', '=', key)
        .executeTakeFirst();
      return row?.content_type;
    },

    async forget(tenant, key) {
      await db.deleteFrom('media').where('tenant', '=', tenant).where('storage_key', '=', key).execute();
    },

    orphans: () => orphansOf(db, before()),
  };
}

function orphansOf(db: Kysely<Database>, made: Date) {
  return db
    .selectFrom('media')
    .leftJoin('groups', (join) =>
      join.onRef('groups.tenant', '=', 'media.tenant').onRef('groups.id', '=', 'media.group_id'),
    )
    .select(['media.tenant', 'media.storage_key as key'])
    .where('media.kind', '=', KIND)
    .where('media.created_at', '<', made)
    .where((where) =>
      where.or([
        where('media.confirmed', '=', false),
        sql<boolean>`groups.settings->'gridLayout'->>'backgroundImageKey' is distinct from media.storage_key`,
      ]),
    )
    .execute();
}
