/** Opens the configured picture store, and the backgrounds in it. */
import { join, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import type { PlatformOptions } from '#base/platform-options.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Database } from '#store/database.ts';
import { openFolderObjects, openFolderStore } from './folder-store.ts';
import { createGroupMedia, type GroupMedia } from './group-media.ts';
import type { ObjectStore, Objects } from './object-store.ts';
import { createUploadPolicy, type UploadPolicy } from './upload-policy.ts';

export type Media = {
  groups: GroupMedia;
  /** Receives uploads of browsers; undefined: an external store does. */
  uploads: { policy: UploadPolicy; store: ObjectStore } | undefined;
};

export async function openMedia(deps: {
  db: Kysely<Database>;
  options: Pick<PlatformOptions, 'dataDir' | 's3'>;
  /** Signs forms; the same in every process. */
  secret: Buffer;
  restUrl: (tenant: string) => string;
  clock: () => EpochMs;
  /** See `removal-clock.ts`. */
  removalClock: () => EpochMs;
}): Promise<Media> {
  const { db, options, secret, restUrl, clock, removalClock } = deps;
  const common = { db, clock, removalClock };
  if (options.s3 !== undefined) {
    // Loading the S3 client takes a tenth of a second, so it is loaded only if needed.
    const { openS3Store } = await import('./s3-store.ts');
    return { groups: createGroupMedia({ ...common, store: openS3Store(options.s3) }), uploads: undefined };
  }
  const policy = createUploadPolicy(secret, clock);
  const store = await openFolderStore({ folder: mediaFolder(options), policy, restUrl });
  return { groups: createGroupMedia({ ...common, store }), uploads: { policy, store } };
}

const mediaFolder = ({ dataDir }: Pick<PlatformOptions, 'dataDir'>) => join(resolve(dataDir), 'media');

/** The objects without the database, for the operator's commands. */
export async function openObjects(options: Pick<PlatformOptions, 'dataDir' | 's3'>): Promise<Objects> {
  if (options.s3 === undefined) return openFolderObjects(mediaFolder(options));
  const { openS3Store } = await import('./s3-store.ts');
  return openS3Store(options.s3);
}
