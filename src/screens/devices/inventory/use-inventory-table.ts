import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ListSort } from '#domain/lists/list-sort.ts';
import type {
  InventoryQuery,
  InventoryRow,
  InventorySlice,
  TableOf,
} from '#protocol/threads/inventory-worker.ts';
import { inventoryClient } from '../../../rest/inventory/inventory-client.ts';
import { useInventoryPlace } from './use-inventory-place.ts';

/** While the reading goes on the rows are drawn anew this often at most: the numbers beside them say how far it is. */
const DRAWN_EVERY_MS = 3_000;

export type InventoryTableState<Row> = {
  /** What the worker is asked. */
  query: InventoryQuery;
  /** Undefined: it has not answered for the first time. */
  slice: InventorySlice<Row> | undefined;
  /** All rows that are found, on every page. */
  allRows(): Promise<readonly Row[]>;
  search: string;
  setSearch(search: string): void;
  sort: ListSort;
  setSort(sort: ListSort): void;
  groupBy: string | undefined;
  setGroupBy(column: string | undefined): void;
  /** By what the rows of the slice are grouped: what is chosen, as soon as the worker has answered. */
  groupedBy: string | undefined;
  /** As the address has it; the slice has the page that exists. */
  page: number;
  turnTo(page: number, replace?: boolean): void;
};

/** The version of the rows that is drawn: the newest at once where nothing is drawn yet and where the reading is over. */
function useDrawnVersion(hasRows: boolean): number {
  const [drawn, setDrawn] = useState(() => ({
    version: inventoryClient.reading.get().version,
    at: Number.NEGATIVE_INFINITY,
  }));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function look(): void {
      clearTimeout(timer);
      const { name, version } = inventoryClient.reading.get();
      if (drawn.version === version) return;
      const isAtOnce = name !== 'reading' || !hasRows;
      const waitMs = isAtOnce ? 0 : Math.max(0, drawn.at + DRAWN_EVERY_MS - performance.now());
      timer = setTimeout(() => setDrawn({ version, at: performance.now() }), waitMs);
    }
    look();
    const stop = inventoryClient.reading.subscribe(look);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [drawn, hasRows]);
  return drawn.version;
}

/** One table of the inventory: searched, sorted, grouped and paged by the worker. `columns`: those that are searched. */
export function useInventoryTable<Row extends InventoryRow>(about: {
  table: TableOf<Row>;
  columns: readonly string[];
  first: ListSort;
  perPage: number;
}): InventoryTableState<Row> {
  const { table, columns, perPage } = about;
  const { page, turnTo, search, setSearch, toFirstPage } = useInventoryPlace();
  const [sort, setSort] = useState(about.first);
  const [groupBy, setGroupBy] = useState<string>();
  const [answered, setAnswered] = useState<{ slice: InventorySlice<Row>; groupedBy: string | undefined }>();
  const slice = answered?.slice;
  const wanted = useDeferredValue(search);
  const query = useMemo(
    (): InventoryQuery => ({ table, search: wanted, columns, sort, groupBy, page, perPage }),
    [table, wanted, columns, sort, groupBy, page, perPage],
  );
  const version = useDrawnVersion((slice?.total ?? 0) > 0);
  const shown = useRef('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another answer to the same question
  useEffect(() => {
    let isWanted = true;
    inventoryClient.rows(query).then(
      (answer) => {
        const text = JSON.stringify([query.groupBy, answer]);
        if (!isWanted || text === shown.current) return;
        shown.current = text;
        // The table that was asked for has such rows.
        setAnswered({ slice: answer as InventorySlice<Row>, groupedBy: query.groupBy });
      },
      // The worker has ended; the next one is asked with the next version.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [query, version]);

  const sortBy = useCallback(
    (next: ListSort) => {
      setSort(next);
      toFirstPage();
    },
    [toFirstPage],
  );
  return {
    query,
    slice,
    allRows: async () => (await inventoryClient.allRows(query)) as readonly Row[],
    search,
    setSearch,
    sort,
    setSort: sortBy,
    groupBy,
    setGroupBy(column) {
      setGroupBy(column);
      toFirstPage();
    },
    groupedBy: answered?.groupedBy,
    page,
    turnTo,
  };
}
