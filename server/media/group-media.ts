/** Background images of groups: uploads that wait for confirmation, and re-encoded pictures. */

import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { GroupKey } from '#base/site-key.ts';
import { AppError } from '#protocol/app-error.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { GroupUpload } from '#protocol/rest/group-media.ts';
import type { Database } from '#store/database.ts';
import type { ObjectStore } from './object-store.ts';
import { createPictureQueue } from './picture-queue.ts';
import { createPictureRows, type PictureRows, type StoredObject } from './picture-rows.ts';
import { rewritePicture } from './rewrite-picture.ts';
import { createUploadRows } from './upload-rows.ts';

export type GroupMedia = {
  /** `holder` receives the form. Throws `conflict` after too many uploads of the group or site in an hour. */
  begin(group: GroupKey, holder: string): Promise<GroupUpload>;
  /**
   * Re-encodes an upload, once, and returns the picture's key. Throws `not-found`, `invalid` with the reason,
   * or `conflict` if too many pictures are waiting.
   */
  confirm(group: GroupKey, objectKey: string): Promise<string>;
  has: PictureRows['hasPicture'];
  drop: PictureRows['dropPicture'];
  /** Call after the transaction that dropped the object. The sweep retries a failed removal. */
  remove(object: StoredObject): Promise<void>;
  read(tenant: string, key: string): Promise<{ bytes: Buffer; contentType: string } | undefined>;
  /** Whether a form for this key waits for its file. */
  isAwaited(key: string): Promise<boolean>;
  /** Removes unconfirmed uploads and pictures that no group shows. Rejects, at the end, if some failed. */
  sweep(): Promise<void>;
};

/** Whether the key is that of a background of this group. */
export const isOwnKey = ({ tenant, groupId }: Pick<GroupKey, 'tenant' | 'groupId'>, key: string) =>
  key.startsWith(`backgrounds/${tenant}/${groupId}/`);

export function createGroupMedia(deps: {
  db: Kysely<Database>;
  store: ObjectStore;
  clock: () => EpochMs;
  /** See `removal-clock.ts`. */
  removalClock: () => EpochMs;
}): GroupMedia {
  const { db, store, clock, removalClock } = deps;
  const uploads = createUploadRows(db, clock);
  const pictures = createPictureRows(db, clock, removalClock);
  const enqueue = createPictureQueue();

  /** The row is removed last, because the object can be found only with it. */
  async function remove(object: StoredObject): Promise<void> {
    await store.remove(object.key);
    await pictures.forget(object);
  }

  /** Reads the upload only now, so that queued uploads take no memory. */
  async function writeAnew(group: GroupKey, objectKey: string): Promise<string> {
    if (!(await uploads.use(group, objectKey))) throw new AppError('not-found', 'Nothing was uploaded.');
    try {
      const uploaded = await store.read(objectKey);
      if (uploaded === undefined) throw new AppError('not-found', 'Nothing was uploaded.');
      const { bytes, contentType } = await rewritePicture(uploaded);
      const key = `backgrounds/${group.tenant}/${group.groupId}/${randomUUID()}`;
      await pictures.keepPicture(group, key, { contentType, sizeBytes: bytes.length });
      await store.write(key, bytes, contentType);
      return key;
    } finally {
      // The row stays until the form, which may be sent again, has expired; then the sweep removes it.
      await store.remove(objectKey).catch(() => {});
    }
  }

  return {
    async begin(group, holder) {
      const objectKey = `uploads/${group.tenant}/${group.groupId}/${randomUUID()}`;
      if (!(await uploads.begin(group, objectKey)))
        throw new AppError('conflict', 'Too many images were uploaded within an hour.');
      return { ...(await store.uploadForm(group.tenant, objectKey, holder)), objectKey };
    },

    confirm: (group, objectKey) => enqueue(group, () => writeAnew(group, objectKey)),

    has: pictures.hasPicture,
    drop: pictures.dropPicture,
    // The sweep reports failures.
    remove: (object) => remove(object).catch(() => {}),

    async read(tenant, key) {
      const contentType = await pictures.contentTypeOf(tenant, key);
      const bytes = contentType === undefined ? undefined : await store.read(key);
      return bytes && contentType !== undefined ? { bytes, contentType } : undefined;
    },

    isAwaited: uploads.isAwaited,

    async sweep() {
      const failures: unknown[] = [];
      for (const orphan of await pictures.orphans()) {
        try {
          if (await pictures.dropOrphan(orphan)) await remove(orphan);
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0)
        throw new Error(`${failures.length} images could not be removed`, { cause: failures[0] });
    },
  };
}
