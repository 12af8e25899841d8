/**
 * Values that a page keeps in a browser's storage, all under `student.*`. Every value is parsed, because other scripts
 * and people can write there.
 */
import * as v from 'valibot';

export type Slot<T> = {
  /** Undefined where nothing is kept, or something that the schema does not know. */
  get(): T | undefined;
  set(value: T | undefined): void;
};

/** Where there is no room, or no storage at all, nothing is kept: the page works, and asks again after a reload. */
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
        // As above: it is not kept.
      }
    },
  });
}
