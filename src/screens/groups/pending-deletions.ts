/**
 * Groups that are about to be deleted: it can be taken back for a while, also after the screen was left. The page that closes
 * deletes them at once.
 */
import { deleteGroup } from '../../rest/group-making.ts';
import { onLastWork } from '../../session/sign-out.ts';
import { createPendingDeletions } from './create-pending-deletions.ts';

export const pendingDeletions = createPendingDeletions({
  removeLast: (id) => deleteGroup(id, { isLast: true }),
  now: Date.now,
});

addEventListener('pagehide', () => void pendingDeletions.finish());
onLastWork(pendingDeletions.finish);
