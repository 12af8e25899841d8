/** The background images of groups: uploads that wait to be confirmed, and pictures that were written anew. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { GroupUpload } from '#protocol/rest/group-media.ts';
import type { Database } from '../store/database.ts';
import type { GroupKey } from '../store/site-key.ts';
import { createMediaRows } from './media-rows.ts';
import type { ObjectStore } from './object-store.ts';
import { createPictureTurns } from './picture-turns.ts';
import { rewritePicture } from './rewrite-picture.ts';

export type GroupMedia = {
  /** Throws `conflict` where the group or its site has had too many uploads within an hour. */
  begin(group: GroupKey): Promise<GroupUpload>;
  /**
   * Writes anew what was uploaded, once. Answers its key. Throws `not-found`, `invalid` with the reason, and `conflict`
   * where other pictures have to be written first.
   */
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
  const rows = createMediaRows(db, clock);
  const inTurn = createPictureTurns();

  /** The row goes last: while it is there, the object is found again. */
  async function drop(tenant: string, key: string): Promise<void> {
    await store.remove(key);
    await rows.forget(tenant, key);
  }

  /** The upload is read here, when its turn has come: uploads that wait take no memory. */
  async function writeAnew(group: GroupKey, objectKey: string): Promise<string> {
    if (!(await rows.use(group, objectKey))) throw new AppError('not-found', 'Nothing was uploaded.');
    try {
      const uploaded = await store.read(objectKey);
      if (uploaded === undefined) throw new AppError('not-found', 'Nothing was uploaded.');
      const { bytes, contentType } = await rewritePicture(uploaded);
      const key = `backgrounds/${group.tenant}/${group.groupId}/${randomUUID()}`;
      await rows.keepPicture(group, key, { contentType, sizeBytes: bytes.length });
      await store.write(key, bytes, contentType);
      return key;
    } finally {
      // The row of the upload stays until the form is no longer good: it may be sent to a store once more.
      await store.remove(objectKey);
    }
  }

  return {
    async begin(group) {
      const objectKey = `uploads/${group.tenant}/${group.groupId}/${randomUUID()}`;
      if (!(await rows.begin(group, objectKey)))
        throw new AppError('conflict', 'Too many images were uploaded within an hour.');
      return { ...(await store.uploadForm(group.tenant, objectKey)), objectKey };
    },

    confirm: (group, objectKey) => inTurn(group, () => writeAnew(group, objectKey)),

    async remove(group, key) {
      if (await rows.hasPicture(group, key)) await drop(group.tenant, key);
    },

    has: rows.hasPicture,

    async read(tenant, key) {
      const contentType = await rows.contentTypeOf(tenant, key);
      const bytes = contentType === undefined ? undefined : await store.read(key);
      return bytes && contentType !== undefined ? { bytes, contentType } : undefined;
    },

    isAwaited: rows.isAwaited,

    async sweep() {
      for (const { tenant, key } of await rows.orphans()) await drop(tenant, key);
    },
  };
}
