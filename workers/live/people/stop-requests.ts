/** Requests to end screen shares: direct to tabs of this browser, through the broker to other browsers. */
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import type { Clock } from '#protocol/clock.ts';
import type { LiveSession } from '#protocol/threads/live-worker.ts';
import { stopScreenShares } from '#protocol/topics.ts';
import type { MessageQueue } from '../broker/message-queue.ts';
import type { Tabs } from '../tabs/tabs.ts';

export type StopRequestsDeps = {
  clock: Clock;
  queue: Pick<MessageQueue, 'add'>;
  session(): LiveSession | undefined;
  tabs: Pick<Tabs, 'all' | 'get'>;
  log(text: string): void;
};

export function createStopRequests({ clock, queue, session, tabs, log }: StopRequestsDeps) {
  function notify(sessionIds: readonly string[]) {
    for (const tab of tabs.all()) tab.mailbox.stopScreenShares(sessionIds);
  }

  return {
    /** Notifies the tabs that these sessions were requested to end. */
    notify,
    request(tabId: string, sessionIds: readonly string[]) {
      const at = session();
      if (!at || !tabs.get(tabId) || sessionIds.length === 0) return;
      // The platform's notice needs a connection, so the tabs of this browser are notified directly.
      notify(sessionIds);
      queue.add(
        {
          topic: stopScreenShares(at, at.tutorId),
          payload: JSON.stringify({ sessionIds }),
          options: { contentType: 'application/json' },
          expiresAt: clock.now() + actionTtlSeconds('stopScreenShares') * 1_000,
        },
        { onFate: (fate) => fate !== 'sent' && log(`request to stop screen shares: ${fate}`) },
      );
    },
  };
}
