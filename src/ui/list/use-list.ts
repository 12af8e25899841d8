import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { pageOf } from '#domain/lists/list-pages.ts';
import { createRowOrder, type ListSort } from '#domain/lists/list-sort.ts';
import { sameItems } from '#domain/lists/same-items.ts';
import { usePrinting } from '../use-printing.ts';
import { useSettled } from '../use-settled.ts';

/** The current page of a list. The caller stores it in the URL, which this folder does not depend on. */
export type ListPlace = {
  /** From 1; beyond the last page, it is the last one. */
  page: number;
  perPage: number;
  /** `replace`: the previous page gets no history entry. */
  onPage: (page: number, replace: boolean) => void;
  /** False while more rows are loading. */
  isComplete?: boolean;
};

/** Replaces a page beyond the last one by the last page, once all rows are known. */
export function useExistingPage(
  { page, onPage }: Pick<ListPlace, 'page' | 'onPage'>,
  pageCount: number,
  isKnown: boolean,
) {
  const correct = useRef(onPage);
  correct.current = onPage;
  const isBeyond = isKnown && page > pageCount;
  useEffect(() => {
    if (isBeyond) correct.current(pageCount, true);
  }, [isBeyond, pageCount]);
}

const NO_PLACE: Pick<ListPlace, 'page' | 'onPage'> = { page: 1, onPage() {} };

type Searching<Row> = {
  /** Must be stable while the list is mounted. An empty query finds all rows; the order is kept. */
  search: (rows: readonly Row[], query: string) => readonly Row[];
  /** Absent: all rows are on one page. */
  place?: ListPlace;
  /** Searches once typing has paused for this time; absent: with every letter. */
  quietMs?: number;
};
type Sorting<Row> = {
  /** The initial order. Its column has the names, which break ties of other columns. */
  first: ListSort;
  /** The text of a cell. Must be stable while the list is mounted. */
  textOf: (row: Row, column: string) => string;
};

export type List<Row> = {
  query: string;
  search: (query: string) => void;
  /** Undefined if the list is not sortable. */
  sort: ListSort | undefined;
  sortBy: (sort: ListSort) => void;
  found: readonly Row[];
  shown: readonly Row[];
  page: number;
  pageCount: number;
  turnTo: (page: number) => void;
};

/** Returns the previous array while its items are equal, so that the table does not render again. */
function useSameItems<Row>(rows: readonly Row[]): readonly Row[] {
  const last = useRef(rows);
  last.current = sameItems(rows, last.current);
  return last.current;
}

/** A list with search, sorting and pages. Another search or order starts at the first page. */
export function useList<Row>(
  rows: readonly Row[],
  { search, place, quietMs }: Searching<Row>,
  sorting?: Sorting<Row>,
): List<Row> {
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState(sorting?.first);
  const deferred = useDeferredValue(query);
  const settled = useSettled(quietMs === undefined ? '' : query, quietMs ?? 0);
  const settledQuery = quietMs === undefined ? deferred : settled;
  const textOf = sorting?.textOf;
  const nameColumn = sorting?.first.column;
  const order = useMemo(() => createRowOrder<Row>(nameColumn), [nameColumn]);
  // Sort first and then search, so that typing does not sort again.
  const sorted = useMemo(
    () => (textOf === undefined ? rows : order(rows, sort, textOf)),
    [rows, sort, textOf, order],
  );
  const found = useMemo(() => search(sorted, settledQuery), [sorted, search, settledQuery]);
  const requestedPage = place?.page ?? 1;
  const isWhole = usePrinting() || place === undefined;
  const perPage = isWhole ? Math.max(1, found.length) : place.perPage;
  // Stable while typing does not change the rows, so that the table renders once.
  const page = useMemo(() => pageOf(found, requestedPage, perPage), [found, requestedPage, perPage]);
  const shown = useSameItems(page.shown);
  // A list without rows may still be loading; a printed list has no pages.
  const isKnown = !isWhole && rows.length > 0 && place.isComplete !== false;
  useExistingPage(place ?? NO_PLACE, page.pageCount, isKnown);
  const toFirstPage = () => {
    if (place !== undefined && place.page !== 1) place.onPage(1, true);
  };
  return {
    query,
    search(next) {
      setQuery(next);
      toFirstPage();
    },
    sort,
    sortBy(next) {
      setSort(next);
      toFirstPage();
    },
    found,
    ...page,
    shown,
    turnTo: (page) => place?.onPage(page, false),
  };
}
