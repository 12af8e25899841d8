/**
 * A JSON document in the storage of this tab: it outlives a reload of the page, and ends with the tab or with the
 * sign-out. `key` names the document in the storage.
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
     * `owner`: whose document it is, where each person has one. Undefined where nothing is kept, where what is kept
     * does not fit the schema, and where storage is blocked.
     */
    read(owner = ''): T | undefined {
      try {
        return v.parse(schema, JSON.parse(storage().getItem(key + owner) ?? 'null'));
      } catch {
        return undefined;
      }
    },
    /** Where storage is full or blocked, the document is gone with the page. */
    keep(document: T, owner = ''): void {
      try {
        storage().setItem(key + owner, JSON.stringify(document));
      } catch {
        // The page still has it.
      }
    },
    drop(owner = ''): void {
      try {
        storage().removeItem(key + owner);
      } catch {
        // Storage is blocked: nothing was kept.
      }
    },
    /** Who has a document here. */
    owners(): string[] {
      try {
        return keysOfAll(storage()).map((each) => each.slice(key.length));
      } catch {
        return [];
      }
    },
    /** Drops the documents of all owners. */
    dropAll(): void {
      try {
        for (const each of keysOfAll(storage())) storage().removeItem(each);
      } catch {
        // Storage is blocked: nothing was kept.
      }
    },
  };
}
