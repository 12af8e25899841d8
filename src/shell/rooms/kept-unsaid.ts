/** What was written in chat rooms and not said yet, for a reload of this tab: it ends with the tab or with the sign-out. */
import { createTabStore } from '../../session/tab-store.ts';
import { outboxSchema, type UnsaidMessage } from './outbox.ts';

export type KeptUnsaid = ReturnType<typeof createKeptUnsaid>;

/** `owner`: the site, the tutor and the room. */
export function createKeptUnsaid(storage: () => Storage = () => sessionStorage) {
  const store = createTabStore('lectern.unsaid.', outboxSchema, storage);
  let isForgotten = false;
  return {
    read: store.read,
    owners: store.owners,
    keep(entries: UnsaidMessage[], owner: string): void {
      if (entries.length === 0) store.drop(owner);
      // What ends with the connection on the way out would be kept again.
      else if (!isForgotten) store.keep(entries, owner);
    },
    /** The session is over: nothing is kept any more. */
    forget(): void {
      isForgotten = true;
      store.dropAll();
    },
  };
}

export const keptUnsaid = createKeptUnsaid();
