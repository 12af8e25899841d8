import type { Notification } from '#protocol/notification.ts';

/** What changed, and where. Without a site it concerns every site of the tenant. */
export type Change = Notification & {
  tenant: string;
  site?: string | undefined;
  /** It cannot have given or taken anybody's reach: a group's name, or what is applied to it. */
  reachUnchanged?: boolean;
};

export type Changes = {
  publish(change: Change): void;
  /** Returns the unlisten. */
  listen(listener: (change: Change) => void): () => void;
};

/**
 * Passes on what was changed, after it was stored. Listeners are called at once and in the order in which they
 * came, so that caches which were made before the broker have forgotten when it asks again.
 */
export function createChanges(): Changes {
  const listeners = new Set<(change: Change) => void>();
  return {
    publish(change) {
      for (const listener of [...listeners]) listener(change);
    },
    listen(listener) {
      // Of its own for each call, so that the same function may listen twice and stop once.
      const own = (change: Change) => listener(change);
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
  };
}
