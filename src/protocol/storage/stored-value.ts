/** Values in a page's storage. The user or another program can change them, so every read checks them. */
import * as v from 'valibot';
import type { PageStorage } from './page-storage.ts';

export type ValueStorage = Pick<PageStorage, 'getItem' | 'setItem' | 'removeItem'>;

export type StoredValue<T> = {
  /** Undefined if no value is stored, or if the stored one is not valid. */
  get(): T | undefined;
  /** `undefined` removes the value. Returns false if the storage has no room for it. */
  set(next: T | undefined): boolean;
};

/** The value is stored as JSON. Text that does not parse or does not match `schema` counts as absent. */
export function storedValue<T>(
  storage: () => ValueStorage,
  key: string,
  schema: v.GenericSchema<unknown, T>,
): StoredValue<T> {
  const text = storedText(storage, key);
  return {
    get() {
      try {
        // Parsing fails for an absent value, too, because empty text is no JSON.
        const parsed = v.safeParse(schema, JSON.parse(text.get() ?? ''));
        return parsed.success ? parsed.output : undefined;
      } catch {
        return undefined;
      }
    },
    // `stringify` returns undefined for undefined, which removes the value.
    set: (next) => text.set(JSON.stringify(next)),
  };
}

/** The text is stored as it is. */
export function storedText(storage: () => ValueStorage, key: string): StoredValue<string> {
  return {
    get() {
      try {
        return storage().getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    set(next) {
      try {
        if (next === undefined) storage().removeItem(key);
        else storage().setItem(key, next);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** The stored keys that begin with `prefix`. */
export function storedKeys(storage: () => Pick<PageStorage, 'length' | 'key'>, prefix: string): string[] {
  try {
    const from = storage();
    return Array.from({ length: from.length }, (_, index) => from.key(index) ?? '').filter((key) =>
      key.startsWith(prefix),
    );
  } catch {
    return [];
  }
}
