/** Removes the traces of a session from this device at its end, because the computer may be shared. */

import { eventLooks } from '#features/policy-events/event-looks.ts';
import { unseenBadge } from '#features/policy-events/unseen-badge.ts';
import { removeStoredPolls } from '#features/polls/stored-polls.ts';
import { forgetCollects } from '#peer/files/live-kept-collects.ts';
import { STUN_CACHE } from '#protocol/threads/service-worker.ts';
import { forgetInventory } from '#rest/inventory/forget-inventory.ts';
import { createQueryCopy } from '#rest/last-seen/query-copy.ts';
import { consentRequests } from '#session/consent-requests.ts';
import { forgetSelected } from '#shell/leaving/kept-selections.ts';
import { forgetClosedAnnouncements } from '#shell/notices/closed-announcements.ts';
import { forgetUnread } from '#shell/rooms/unread.ts';
import { unsentStorage } from '#shell/rooms/unsent-storage.ts';
import { feedbackDrafts } from './screens/feedback/feedback-draft.ts';
import { roomDrafts } from './screens/rooms/composer/room-drafts.ts';

/**
 * Drops drafts, looks, collected files and cached data of every person, and the credentials that the service
 * worker caches. The owners of such traces are listed here instead of registering themselves: an earlier page
 * may have left traces whose code this page has not loaded.
 */
export async function forgetSession(): Promise<void> {
  feedbackDrafts.dropAll();
  roomDrafts.dropAll();
  forgetSelected();
  forgetClosedAnnouncements();
  removeStoredPolls();
  unsentStorage.forget();
  forgetUnread();
  eventLooks.forget();
  unseenBadge.forget();
  consentRequests.forget();
  // The steps run in parallel and independently: one failure must not stop the others, and the page has
  // little time left.
  await Promise.all([
    // The service worker may not control this page yet, so the cache is deleted from here.
    orWarn(async () => globalThis.caches?.delete(STUN_CACHE)),
    orWarn(forgetCollects),
    orWarn(forgetInventory),
    orWarn(forgetQueryCopy),
  ]);
}

async function forgetQueryCopy(): Promise<void> {
  const copy = createQueryCopy({ owner: '' });
  await copy.forget();
  await copy.close();
}

/** With blocked storage a step fails, but nothing was stored there either. */
async function orWarn(step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    console.warn('not dropped at the end of the session', error);
  }
}
