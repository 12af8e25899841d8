/** What a session leaves on this device goes when it ends: nothing may stay behind on a shared computer. */
import { STUN_CACHE } from '#protocol/threads/service-worker.ts';
import { eventLooks } from './features/policy-events/event-looks.ts';
import { unseenBadge } from './features/policy-events/unseen-badge.ts';
import { forgetKeptPolls } from './features/polls/kept-polls.ts';
import { forgetCollects } from './peer/files/live-kept-collects.ts';
import { forgetInventory } from './rest/inventory/forget-inventory.ts';
import { createQueryCopy } from './rest/last-seen/query-copy.ts';
import { feedbackDrafts } from './screens/feedback/feedback-draft.ts';
import { roomDrafts } from './screens/rooms/composer/room-drafts.ts';
import { consentRequests } from './session/consent-requests.ts';
import { forgetSelected } from './shell/leaving/kept-selections.ts';
import { forgetClosedAnnouncements } from './shell/notices/closed-announcements.ts';
import { keptUnsaid } from './shell/rooms/kept-unsaid.ts';
import { forgetUnread } from './shell/rooms/unread.ts';

/**
 * Drops what was being written, looked at and collected, the copies of what was read, of every person, and the
 * credentials that the service worker keeps. Each owner of such traces is named here, and does not register itself:
 * what an earlier page has left must go also where this page has not loaded the owner's code.
 */
export async function forgetSession(): Promise<void> {
  feedbackDrafts.dropAll();
  roomDrafts.dropAll();
  forgetSelected();
  forgetClosedAnnouncements();
  forgetKeptPolls();
  keptUnsaid.forget();
  forgetUnread();
  eventLooks.forget();
  unseenBadge.forget();
  consentRequests.forget();
  // Each by itself: what one of them cannot drop must not keep the others, and they share the time that the page has left.
  await Promise.all([
    // The page may be one that no service worker controls yet: the cache is dropped from here.
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

/** Where storage is blocked a step fails; nothing was kept there either. */
async function orWarn(step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    console.warn('not dropped at the end of the session', error);
  }
}
