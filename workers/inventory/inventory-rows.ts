/** Searches, sorts, groups and pages the tables of an inventory. */

import { longDate } from '#domain/devices/inventory-words.ts';
import { pageOf } from '#domain/lists/list-pages.ts';
import { createRowOrder, sortedRows } from '#domain/lists/list-sort.ts';
import { searchFor } from '#domain/lists/search-text.ts';
import type { InventoryQuery, InventoryRow, InventorySlice } from '#protocol/threads/inventory-worker.ts';
import type { InventoryModel } from './inventory-model.ts';

/** Text of a cell. Times stay in their stored form, so that they sort as times. */
const cellOf = (row: InventoryRow, column: string): string =>
  String((row as Record<string, unknown>)[column] ?? '');

/** Times are searched as displayed. Formatting a time is slow, so it happens only while searching. */
function searchedOf(row: InventoryRow, column: string): string {
  return column === 'updated' ? longDate(cellOf(row, column)) : cellOf(row, column);
}

export function createInventoryRows(model: InventoryModel) {
  /** Rows of the latest query before paging, because the next query is often another page of the same one. */
  let latest: { key: string; found: readonly InventoryRow[]; total: number } | undefined;

  /** Unchanged devices stay the same objects, so only new ones are compared. */
  const inOrder = {
    devices: createRowOrder<InventoryRow>('deviceName'),
    programs: createRowOrder<InventoryRow>('name'),
    drivers: createRowOrder<InventoryRow>('description'),
  };

  function find(query: InventoryQuery): { found: readonly InventoryRow[]; total: number } {
    const { table, search, columns, sort, groupBy } = query;
    const key = JSON.stringify([model.version(), table, search, columns, sort, groupBy]);
    if (latest?.key === key) return latest;
    const all: readonly InventoryRow[] = model[table]();
    const finds = searchFor(search);
    const matching =
      search.trim() === ''
        ? all
        : all.filter((row) => columns.some((column) => finds(searchedOf(row, column))));
    const sorted = inOrder[table](matching, sort, cellOf);
    const found =
      groupBy === undefined ? sorted : sortedRows(sorted, { column: groupBy, isDescending: false }, cellOf);
    latest = { key, found, total: all.length };
    return latest;
  }

  return {
    slice(query: InventoryQuery): InventorySlice {
      const { found, total } = find(query);
      const { shown, page, pageCount } = pageOf(found, query.page, query.perPage);
      return { rows: shown, page, pageCount, found: found.length, total };
    },
    ids: (query: InventoryQuery): readonly string[] => find(query).found.map(({ id }) => id),
  };
}
