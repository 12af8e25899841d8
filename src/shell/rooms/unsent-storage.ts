/** Stores unsent chat messages over a reload of this tab, until the tab is closed or the tutor signs out. */
import { createTabStore } from '#session/tab-store.ts';
import { outboxSchema, type UnsaidMessage } from './outbox.ts';

export type UnsentStorage = ReturnType<typeof createUnsentStorage>;

/** `owner`: the site, the tutor and the room. */
export function createUnsentStorage(storage: () => Storage = () => sessionStorage) {
  const store = createTabStore('lectern.unsaid.', outboxSchema, storage);
  let isForgotten = false;
  return {
    read: store.read,
    owners: store.owners,
    keep(entries: UnsaidMessage[], owner: string): void {
      if (entries.length === 0) store.drop(owner);
      // Closing the connection during the sign-out must not store the entries again.
      else if (!isForgotten) store.keep(entries, owner);
    },
    /** The session has ended: nothing is stored any more. */
    forget(): void {
      isForgotten = true;
      store.dropAll();
    },
  };
}

export const unsentStorage = createUnsentStorage();
