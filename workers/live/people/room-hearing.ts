/** The subscriptions of chat rooms: each once, however many tabs hear the room. */
import type { LiveSession } from '#protocol/threads/live-worker.ts';
import { roomFilter } from '#protocol/topics.ts';
import type { BrokerLink } from '../broker/broker-link.ts';

export function createRoomHearing(deps: {
  link: Pick<BrokerLink, 'subscribe' | 'unsubscribe'>;
  session(): LiveSession | undefined;
  /** Some tab is in the room, or listens to it. */
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
    /** Where it is heard already: the broker drops what a removed member hears, and does not say so. */
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
