/**
 * Pictures are written anew one after the other: each may need as much memory as the rest of the platform. Only few wait
 * for their turn, so that nobody's pictures keep those of all others waiting.
 */
import { AppError } from '#protocol/app-error.ts';
import type { GroupKey } from '../store/site-key.ts';

/** Calls `work` when it is its turn, and answers what that answers. Throws `conflict` where too many wait. */
export type PictureTurns = <T>(group: GroupKey, work: () => Promise<T>) => Promise<T>;

/** Those under way and those that wait; of a group one. */
const MOST = 12;
const MOST_OF_TENANT = 4;

export function createPictureTurns(): PictureTurns {
  const present = new Set<Pick<GroupKey, 'tenant' | 'groupId'>>();
  let last: Promise<unknown> = Promise.resolve();

  function refuseTooMany({ tenant, groupId }: GroupKey): void {
    const ofTenant = [...present].filter((each) => each.tenant === tenant);
    if (ofTenant.some((each) => each.groupId === groupId))
      throw new AppError('conflict', 'Another image of this group is being prepared; try again in a moment.');
    if (ofTenant.length >= MOST_OF_TENANT || present.size >= MOST)
      throw new AppError('conflict', 'Many images are being prepared; try again in a minute.');
  }

  return async (group, work) => {
    refuseTooMany(group);
    const { tenant, groupId } = group;
    const own = { tenant, groupId };
    present.add(own);
    const done = last.then(work);
    last = done.catch(() => {});
    try {
      return await done;
    } finally {
      present.delete(own);
    }
  };
}
