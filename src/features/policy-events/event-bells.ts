/** How many unseen policy events each device of a group has, for the bells of its cards: counted once for all cards. */
import type { UserLog } from '#protocol/rest/user-log.ts';

type Seat = { clientId: string; userId: string };

function createEventBells() {
  let counts: ReadonlyMap<string, number> = new Map();
  const listeners = new Set<() => void>();
  return {
    /** Those of the group that is looked at. */
    set(logs: readonly Pick<UserLog, 'clientId' | 'userId'>[]): void {
      if (logs.length === 0 && counts.size === 0) return;
      const next = new Map<string, number>();
      for (const { clientId, userId } of logs) {
        // Where no device is named, every device of the person rings.
        const key = clientId ? `client ${clientId}` : `user ${userId}`;
        next.set(key, (next.get(key) ?? 0) + 1);
      }
      counts = next;
      for (const call of [...listeners]) call();
    },
    of: ({ clientId, userId }: Seat): number =>
      (counts.get(`client ${clientId}`) ?? 0) + (counts.get(`user ${userId}`) ?? 0),
    subscribe(call: () => void): () => void {
      listeners.add(call);
      return () => void listeners.delete(call);
    },
  };
}

export const eventBells = createEventBells();
