/**
 * A JSON document in this tab's session storage. It survives a reload, and ends with the tab or the sign-out.
 * `key` names the document.
 */
import type * as v from 'valibot';
import { storedKeys, storedValue } from '#protocol/storage/stored-value.ts';

export function createTabStore<T>(
  key: string,
  schema: v.GenericSchema<unknown, T>,
  storage: () => Storage = () => sessionStorage,
) {
  const stored = (owner: string) => storedValue(storage, key + owner, schema);
  const owners = () => storedKeys(storage, key).map((each) => each.slice(key.length));

  return {
    /** `owner`: the user of the document, if each user has one. Undefined if there is no valid document. */
    read: (owner = ''): T | undefined => stored(owner).get(),
    /** If storage is full, the document is lost with the page. */
    keep(document: T, owner = ''): void {
      stored(owner).set(document);
    },
    drop(owner = ''): void {
      stored(owner).set(undefined);
    },
    /** The owners of documents in this tab. */
    owners,
    /** Deletes the documents of all owners. */
    dropAll(): void {
      for (const owner of owners()) stored(owner).set(undefined);
    },
  };
}
