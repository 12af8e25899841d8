/**
 * Re-encodes pictures one at a time, because each may need as much memory as the rest of the platform. The
 * queue is limited per tenant, so that one tenant does not delay all others.
 */

import type { GroupKey } from '#base/site-key.ts';
import { AppError } from '#protocol/app-error.ts';
import { createPlaces } from './places.ts';

/** Queues `work` and returns its result. Throws `conflict` if the queue is full. */
export type PictureQueue = <T>(group: GroupKey, work: () => Promise<T>) => Promise<T>;

const REFUSALS = {
  taken: 'Another image of this group is being prepared; try again in a moment.',
  full: 'Many images are being prepared; try again in a minute.',
};

export function createPictureQueue(): PictureQueue {
  const places = createPlaces({ max: 12, maxPerTenant: 4 });
  let last: Promise<unknown> = Promise.resolve();
  return async ({ tenant, groupId }, work) => {
    const release = places.take({ tenant, subject: groupId });
    if (typeof release === 'string') throw new AppError('conflict', REFUSALS[release]);
    const done = last.then(work);
    last = done.catch(() => {});
    try {
      return await done;
    } finally {
      release();
    }
  };
}
