import type { Notification } from '#protocol/notification.ts';
import { createListeners } from '#protocol/observable.ts';

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
 * came, so that caches that were made before the broker have forgotten when the broker asks again.
 */
export function createChanges(): Changes {
  const listeners = createListeners<[Change]>();
  return { publish: listeners.tell, listen: listeners.subscribe };
}

/** Those that concern one site: its own, and those of its whole tenant. */
export function changesOfSite(changes: Changes, { tenant, site }: { tenant: string; site: string }): Changes {
  return {
    publish: changes.publish,
    listen: (listener) =>
      changes.listen((change) => {
        if (change.tenant !== tenant) return;
        if (change.site === undefined || change.site === site) listener(change);
      }),
  };
}
