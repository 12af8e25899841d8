import type { Notification } from '#protocol/notification.ts';
import { createListeners } from '#protocol/observable.ts';

/** A change that was stored. Without `site` it concerns every site of the tenant. */
export type Change = Notification & {
  tenant: string;
  site?: string | undefined;
  /** The change cannot affect access rights: it is about a group's name or the policies applied to it. */
  reachUnchanged?: boolean;
};

export type Changes = {
  publish(change: Change): void;
  /** Returns the function that removes the listener. */
  listen(listener: (change: Change) => void): () => void;
};

/**
 * Publishes changes after they were stored. Listeners are called synchronously in the order in which they
 * were added: caches are created before the broker, so they are invalid before the broker reads again.
 */
export function createChanges(): Changes {
  const listeners = createListeners<[Change]>();
  return { publish: listeners.tell, listen: listeners.subscribe };
}

/** Only the changes of one site: its own and those of the whole tenant. */
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
