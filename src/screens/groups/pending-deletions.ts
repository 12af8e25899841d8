/**
 * Groups with a pending deletion. It can be undone for a while, even after the screen was left. When the page
 * closes, they are deleted at once.
 */
import { deleteGroup } from '#rest/group-making.ts';
import { onLastWork } from '#session/sign-out.ts';
import { createPendingDeletions } from './create-pending-deletions.ts';

export const pendingDeletions = createPendingDeletions({
  removeLast: (id) => deleteGroup(id, { isLast: true }),
  now: Date.now,
});

addEventListener('pagehide', () => void pendingDeletions.finish());
onLastWork(pendingDeletions.finish);
