/**
 * A JSON document in this tab's session storage. It survives a reload, and ends with the tab or the sign-out.
 * `key` names the document.
 */
import * as v from 'valibot';

export function createTabStore<T>(
  key: string,
  schema: v.GenericSchema<unknown, T>,
  storage: () => Storage = () => sessionStorage,
) {
  const keysOfAll = (kept: Storage) =>
    Array.from({ length: kept.length }, (_, index) => kept.key(index) ?? '').filter((each) =>
      each.startsWith(key),
    );

  return {
    /**
     * `owner`: the user of the document, if each user has one. Undefined if there is none, if it does not fit
     * the schema, or if storage is blocked.
     */
    read(owner = ''): T | undefined {
      try {
        return v.parse(schema, JSON.parse(storage().getItem(key + owner) ?? 'null'));
      } catch {
        return undefined;
      }
    },
    /** If storage is full or blocked, the document is lost with the page. */
    keep(document: T, owner = ''): void {
      try {
        storage().setItem(key + owner, JSON.stringify(document));
      } catch {
        // The page still has it in memory.
      }
    },
    drop(owner = ''): void {
      try {
        storage().removeItem(key + owner);
      } catch {
        // Storage is blocked, so nothing was stored.
      }
    },
    /** The owners of documents in this tab. */
    owners(): string[] {
      try {
        return keysOfAll(storage()).map((each) => each.slice(key.length));
      } catch {
        return [];
      }
    },
    /** Deletes the documents of all owners. */
    dropAll(): void {
      try {
        for (const each of keysOfAll(storage())) storage().removeItem(each);
      } catch {
        // Storage is blocked, so nothing was stored.
      }
    },
  };
}
