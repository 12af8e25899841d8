/** The background images of groups: uploads that wait to be confirmed, and pictures that were written anew. */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { GroupUpload } from '#protocol/rest/group-media.ts';
import type { Database } from '../store/database.ts';
import type { GroupKey } from '../store/site-key.ts';
import type { ObjectStore } from './object-store.ts';
import { createRewritePicture } from './rewrite-picture.ts';

export type GroupMedia = {
  /** Throws `conflict` where too many uploads of the group are under way. */
  begin(group: GroupKey): Promise<GroupUpload>;
  /** Writes anew what was uploaded. Answers its key. Throws `not-found` and, with the reason, `invalid`. */
  confirm(group: GroupKey, objectKey: string): Promise<string>;
  /** There may be none any more. */
  remove(group: GroupKey, key: string): Promise<void>;
  has(group: GroupKey, key: string): Promise<boolean>;
  read(tenant: string, key: string): Promise<{ bytes: Buffer; contentType: string } | undefined>;
  /** Whether a form for this key waits for its file. */
  isAwaited(key: string): Promise<boolean>;
  /** Removes uploads that nobody confirmed, and pictures that no group shows. */
  sweep(): Promise<void>;
};

const MOST_UPLOADS = 20;
/** Longer than a form is good, and than it takes to save a layout with the picture. */
const ORPHAN_MS = 60 * 60_000;
const KIND = 'background';

/** The key of a background of this group. */
export const isOwnKey = ({ tenant, groupId }: Pick<GroupKey, 'tenant' | 'groupId'>, key: string) =>
  key.startsWith(`backgrounds/${tenant}/${groupId}/`);

export function createGroupMedia(deps: {
  db: Kysely<Database>;
  store: ObjectStore;
  /** Epoch milliseconds. */
  clock: () => number;
}): GroupMedia {
  const { db, store, clock } = deps;
  const rewritePicture = createRewritePicture();
  const before = () => new Date(clock() - ORPHAN_MS);

  const keep = (
    { tenant, site, groupId }: GroupKey,
    row: { storage_key: string; confirmed: boolean; content_type: string; size_bytes: number },
  ) =>
    db
      .insertInto('media')
      .values({
        tenant,
        id: randomUUID(),
        site_id: site,
        group_id: groupId,
        owner_id: null,
        kind: KIND,
        name: '',
        created_at: new Date(clock()),
        ...row,
      })
      .execute();

  const ofGroup = ({ tenant, site, groupId }: GroupKey, confirmed: boolean) =>
    db
      .selectFrom('media')
      .select(['id', 'storage_key'])
      .where('tenant', '=', tenant)
      .where('site_id', '=', site)
      .where('group_id', '=', groupId)
      .where('kind', '=', KIND)
      .where('confirmed', '=', confirmed);

  /** The row goes last: while it is there, the object is found again. */
  async function drop(tenant: string, key: string): Promise<void> {
    await store.remove(key);
    await db.deleteFrom('media').where('tenant', '=', tenant).where('storage_key', '=', key).execute();
  }

  return {
    async begin(group) {
      const waiting = await ofGroup(group, false).where('created_at', '>', before()).execute();
      if (waiting.length >= MOST_UPLOADS)
        throw new AppError('conflict', 'Too many images of this group were uploaded within an hour.');
      const objectKey = `uploads/${group.tenant}/${group.groupId}/${randomUUID()}`;
      await keep(group, { storage_key: objectKey, confirmed: false, content_type: '', size_bytes: 0 });
      return { ...(await store.uploadForm(group.tenant, objectKey)), objectKey };
    },

    async confirm(group, objectKey) {
      const upload = await ofGroup(group, false).where('storage_key', '=', objectKey).executeTakeFirst();
      const uploaded = upload && (await store.read(objectKey));
      if (uploaded === undefined) throw new AppError('not-found', 'Nothing was uploaded.');
      try {
        const { bytes, contentType } = await rewritePicture(uploaded);
        const key = `backgrounds/${group.tenant}/${group.groupId}/${randomUUID()}`;
        const about = { content_type: contentType, size_bytes: bytes.length };
        await keep(group, { storage_key: key, confirmed: true, ...about });
        await store.write(key, bytes, contentType);
        return key;
      } finally {
        // Its row stays until the form is no longer good: it may be sent once more.
        await store.remove(objectKey);
      }
    },

    async remove(group, key) {
      if (await this.has(group, key)) await drop(group.tenant, key);
    },

    async has(group, key) {
      return (await ofGroup(group, true).where('storage_key', '=', key).executeTakeFirst()) !== undefined;
    },

    async read(tenant, key) {
      const row = await db
        .selectFrom('media')
        .select('content_type')
        .where('tenant', '=', tenant)
        .where('storage_key', '=', key)
        .where('confirmed', '=', true)
        .executeTakeFirst();
      const bytes = row && (await store.read(key));
      return bytes && { bytes, contentType: row.content_type };
    },

    async isAwaited(key) {
      const row = await db
        .selectFrom('media')
        .select('id')
        .where('storage_key', '=', key)
        .where('confirmed', '=', false)
        .executeTakeFirst();
      return row !== undefined;
    },

    async sweep() {
      for (const { tenant, storage_key } of await orphansOf(db, before())) await drop(tenant, storage_key);
    },
  };
}

/** Made before this time, and not confirmed, or shown by no group: the group may be gone. */
function orphansOf(db: Kysely<Database>, made: Date) {
  return db
    .selectFrom('media')
    .leftJoin('groups', (join) =>
      join.onRef('groups.tenant', '=', 'media.tenant').onRef('groups.id', '=', 'media.group_id'),
    )
    .select(['media.tenant', 'media.storage_key'])
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
