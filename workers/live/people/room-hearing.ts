/** The subscriptions of chat rooms: one each, however many tabs need the room. */
import type { LiveSession } from '#protocol/threads/live-worker.ts';
import { roomFilter } from '#protocol/topics.ts';
import type { BrokerLink } from '../broker/broker-link.ts';

export function createRoomHearing(deps: {
  link: Pick<BrokerLink, 'subscribe' | 'unsubscribe'>;
  session(): LiveSession | undefined;
  /** Whether a tab has joined the room or listens to it. */
  isNeeded(roomId: string): boolean;
}) {
  const { link, session } = deps;
  const heard = new Set<string>();
  return {
    hear(roomId: string) {
      const at = session();
      if (!at || heard.has(roomId)) return;
      heard.add(roomId);
      link.subscribe(roomFilter(at, roomId), 1);
    },
    /** Subscribes again, because the broker drops a removed member's subscription without notice. */
    hearAgain(roomId: string) {
      const at = session();
      if (at && heard.has(roomId)) link.subscribe(roomFilter(at, roomId), 1, { again: true });
    },
    unhear(roomId: string) {
      const at = session();
      if (!at || deps.isNeeded(roomId) || !heard.delete(roomId)) return;
      link.unsubscribe(roomFilter(at, roomId));
    },
  };
}
