/** The subscriptions of chat rooms: one each, however many tabs need the room. */
import type { LiveSession } from '#protocol/threads/live-worker.ts';
import { roomFilter } from '#protocol/topics.ts';
import type { BrokerLink } from '../broker/broker-link.ts';

export function createRoomSubscriptions(deps: {
  link: Pick<BrokerLink, 'subscribe' | 'unsubscribe'>;
  session(): LiveSession | undefined;
  /** Whether a tab has joined the room or listens to it. */
  isNeeded(roomId: string): boolean;
}) {
  const { link, session } = deps;
  const subscribed = new Set<string>();
  return {
    subscribe(roomId: string) {
      const at = session();
      if (!at || subscribed.has(roomId)) return;
      subscribed.add(roomId);
      link.subscribe(roomFilter(at, roomId), 1);
    },
    /** Subscribes again, because the broker drops a removed member's subscription without notice. */
    resubscribe(roomId: string) {
      const at = session();
      if (at && subscribed.has(roomId)) link.subscribe(roomFilter(at, roomId), 1, { again: true });
    },
    unsubscribe(roomId: string) {
      const at = session();
      if (!at || deps.isNeeded(roomId) || !subscribed.delete(roomId)) return;
      link.unsubscribe(roomFilter(at, roomId));
    },
  };
}
