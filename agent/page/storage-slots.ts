/** A page's values in a browser's storage, all under `student.*`. */
import type * as v from 'valibot';
import { type StoredValue, storedValue } from '#protocol/storage/stored-value.ts';

type Slot<T> = Pick<StoredValue<T>, 'get'> & { set(value: T | undefined): void };

/** If the storage is full, a value is not stored, and the page asks for it again after a reload. */
export const createSlots =
  (storage: Storage) =>
  <T>(key: string, schema: v.GenericSchema<unknown, T>): Slot<T> =>
    storedValue(() => storage, `student.${key}`, schema);
