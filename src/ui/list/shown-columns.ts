/** The hidden columns of tables, by the table's name. Stored in this browser, shared by its tabs. */
import { useMemo } from 'react';
import * as v from 'valibot';
import { createListeners } from '#protocol/observable.ts';
import { storedValue } from '#protocol/storage/stored-value.ts';
import { useObservable } from '../use-observable.ts';
import type { TableColumn } from './table-column.ts';

const KEY = 'lectern.hiddenColumns';

const hiddenSchema = v.record(v.string(), v.array(v.string()));

export function createHiddenColumns(storage: () => Storage) {
  const listeners = createListeners();
  const stored = storedValue(storage, KEY, hiddenSchema);
  const read = () => stored.get() ?? {};
  let hidden = read();

  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY && key !== null) return;
    hidden = read();
    listeners.tell();
  };

  return {
    /** The hidden columns, as the same object until a column is hidden or shown. */
    get: () => hidden,
    hide(table: string, columns: readonly string[]): void {
      hidden = { ...hidden, [table]: [...columns] };
      // Without room, the choice lasts until the page is closed.
      stored.set(hidden);
      listeners.tell();
    },
    /** Follows the other tabs while there are listeners. */
    subscribe(call: () => void): () => void {
      if (listeners.count() === 0) globalThis.addEventListener('storage', onStorage);
      const end = listeners.subscribe(call);
      return () => {
        end();
        if (listeners.count() === 0) globalThis.removeEventListener('storage', onStorage);
      };
    },
  };
}

const hiddenColumns = createHiddenColumns(() => localStorage);

/** The shown columns of a table, and changing them. */
export type ShownColumns<Item> = {
  all: readonly TableColumn<Item>[];
  /** The shown columns, as the same array until a column is hidden or shown. */
  shown: readonly TableColumn<Item>[];
  isShown(key: string): boolean;
  show(key: string, isShown: boolean): void;
};

/** `table`: its name in this browser. `all` must be stable while the table is mounted. */
export function useShownColumns<Item>(
  table: string,
  all: readonly TableColumn<Item>[],
  store = hiddenColumns,
): ShownColumns<Item> {
  const hiddenByTable = useObservable(store);
  return useMemo(() => {
    const hidden = new Set(hiddenByTable[table]);
    const isShown = (column: TableColumn<Item>) => column.isFixed === true || !hidden.has(column.key);
    const shown = all.filter(isShown);
    return {
      all,
      shown,
      isShown: (key) => shown.some((column) => column.key === key),
      show(key, isOn) {
        const next = new Set(hidden);
        if (isOn) next.delete(key);
        else next.add(key);
        store.hide(table, [...next]);
      },
    };
  }, [hiddenByTable, table, all, store]);
}
