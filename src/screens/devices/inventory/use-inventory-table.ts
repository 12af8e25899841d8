import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ListSort } from '#domain/lists/list-sort.ts';
import type {
  InventoryQuery,
  InventoryRow,
  InventorySlice,
  TableOf,
} from '#protocol/threads/inventory-worker.ts';
import { inventoryClient } from '#rest/inventory/inventory-client.ts';
import { useInventoryPlace } from './use-inventory-place.ts';

/** Maximum rate of redraws during the reading, because the numbers beside the rows show the progress. */
const THROTTLE_MS = 3_000;

export type InventoryTableState<Row> = {
  /** The query sent to the worker. */
  query: InventoryQuery;
  /** Undefined before the first answer. */
  slice: InventorySlice<Row> | undefined;
  /** All matching rows, across all pages. */
  allRows(): Promise<readonly Row[]>;
  search: string;
  setSearch(search: string): void;
  sort: ListSort;
  setSort(sort: ListSort): void;
  groupBy: string | undefined;
  setGroupBy(column: string | undefined): void;
  /** The grouping of the rows in `slice`. It follows `groupBy` once the worker has answered. */
  groupedBy: string | undefined;
  /** From the address, and possibly too large; `slice` has the page that exists. */
  page: number;
  turnTo(page: number, replace?: boolean): void;
};

/** The version of the rows to draw: the newest one if nothing is drawn yet or the reading has ended. */
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
      const waitMs = isAtOnce ? 0 : Math.max(0, drawn.at + THROTTLE_MS - performance.now());
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

/** One inventory table: searched, sorted, grouped and paged by the worker. `columns`: the searched ones. */
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
  const deferredSearch = useDeferredValue(search);
  const query = useMemo(
    (): InventoryQuery => ({ table, search: deferredSearch, columns, sort, groupBy, page, perPage }),
    [table, deferredSearch, columns, sort, groupBy, page, perPage],
  );
  const version = useDrawnVersion((slice?.total ?? 0) > 0);
  const shown = useRef('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may change the answer to a query
  useEffect(() => {
    let isWanted = true;
    inventoryClient.rows(query).then(
      (answer) => {
        const text = JSON.stringify([query.groupBy, answer]);
        if (!isWanted || text === shown.current) return;
        shown.current = text;
        // The requested table has rows of this type.
        setAnswered({ slice: answer as InventorySlice<Row>, groupedBy: query.groupBy });
      },
      // The worker has ended; the next version sends the query again.
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
