/** The number of unseen policy events of each device of a group, computed once for the bells of all cards. */
import { createObservable } from '#protocol/observable.ts';
import type { UserLog } from '#protocol/rest/user-log.ts';

type BellTarget = { clientId: string; userId: string };

export function createEventBells() {
  const counts = createObservable<ReadonlyMap<string, number>>(new Map());
  return {
    /** `logs`: the unseen events of the group. */
    set(logs: readonly Pick<UserLog, 'clientId' | 'userId'>[]): void {
      if (logs.length === 0 && counts.get().size === 0) return;
      const next = new Map<string, number>();
      for (const { clientId, userId } of logs) {
        // An event without a device counts for every device of the person.
        const key = clientId ? `client ${clientId}` : `user ${userId}`;
        next.set(key, (next.get(key) ?? 0) + 1);
      }
      counts.set(next);
    },
    of: ({ clientId, userId }: BellTarget): number =>
      (counts.get().get(`client ${clientId}`) ?? 0) + (counts.get().get(`user ${userId}`) ?? 0),
    subscribe: counts.subscribe,
  };
}

export type EventBells = ReturnType<typeof createEventBells>;
