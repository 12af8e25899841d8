/**
 * Stores a page's values in a browser's storage, all under `student.*`. Every value is parsed, because other
 * scripts and people can write there.
 */
import * as v from 'valibot';

export type Slot<T> = {
  /** Returns undefined if nothing is stored or the value does not match the schema. */
  get(): T | undefined;
  set(value: T | undefined): void;
};

/** If the storage is full or missing, nothing is stored. The page works, and asks after a reload. */
export function createSlots(storage: Storage) {
  return <T>(key: string, schema: v.GenericSchema<unknown, T>): Slot<T> => ({
    get() {
      try {
        const text = storage.getItem(`student.${key}`);
        const parsed = text === null ? undefined : v.safeParse(schema, JSON.parse(text));
        return parsed?.success ? parsed.output : undefined;
      } catch {
        return undefined;
      }
    },
    set(value) {
      try {
        if (value === undefined) storage.removeItem(`student.${key}`);
        else storage.setItem(`student.${key}`, JSON.stringify(value));
      } catch {
        // The storage is full or missing, so the value is lost at a reload.
      }
    },
  });
}
