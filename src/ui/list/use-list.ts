import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { pageOf } from '#domain/lists/list-pages.ts';
import { createRowOrder, type ListSort } from '#domain/lists/list-sort.ts';
import { sameItems } from '#domain/lists/same-items.ts';
import { usePrinting } from '../use-printing.ts';
import { useSettled } from '../use-settled.ts';

/** Where the number of the page is kept: in the address, which this folder knows nothing of. */
export type ListPlace = {
  /** From 1; beyond the last page it is the last one. */
  page: number;
  perPage: number;
  /** `replace`: the page before is nothing that one goes back to. */
  onPage: (page: number, replace: boolean) => void;
  /** False while more rows are loading. */
  isComplete?: boolean;
};

/** An address with a page beyond the last one is replaced by that of the last page, once all rows are known. */
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
  /** The same function for as long as the list is shown; an empty search finds every row. It keeps the order of columns. */
  search: (rows: readonly Row[], query: string) => readonly Row[];
  /** Without a place all rows are on one page. */
  place?: ListPlace;
  /** What is typed is searched for once nothing was typed for so long; otherwise with every letter. */
  quietMs?: number;
};
type Sorting<Row> = {
  /** Its column has the names, which order rows that show the same. */
  first: ListSort;
  /** What a column shows of a row. The same function for as long as the list is shown. */
  textOf: (row: Row, column: string) => string;
};

export type List<Row> = {
  query: string;
  search: (query: string) => void;
  /** Undefined where the list is not sorted by columns. */
  sort: ListSort | undefined;
  sortBy: (sort: ListSort) => void;
  /** All rows that the search has found, in their order. */
  found: readonly Row[];
  /** Those on the page. */
  shown: readonly Row[];
  page: number;
  pageCount: number;
  turnTo: (page: number) => void;
};

/** The list of the last draw, while it has the same rows: rows beyond the page come and change without a draw of its table. */
function useSameItems<Row>(rows: readonly Row[]): readonly Row[] {
  const last = useRef(rows);
  last.current = sameItems(rows, last.current);
  return last.current;
}

/** A list that is searched, sorted and paged. Another search or order begins at the first page. */
export function useList<Row>(
  rows: readonly Row[],
  { search, place, quietMs }: Searching<Row>,
  sorting?: Sorting<Row>,
): List<Row> {
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState(sorting?.first);
  const deferred = useDeferredValue(query);
  const settled = useSettled(quietMs === undefined ? '' : query, quietMs ?? 0);
  const wanted = quietMs === undefined ? deferred : settled;
  const textOf = sorting?.textOf;
  const nameColumn = sorting?.first.column;
  const order = useMemo(() => createRowOrder<Row>(nameColumn), [nameColumn]);
  // First sorted, then searched: what is typed into the search sorts nothing again.
  const sorted = useMemo(
    () => (textOf === undefined ? rows : order(rows, sort, textOf)),
    [rows, sort, textOf, order],
  );
  const found = useMemo(() => search(sorted, wanted), [sorted, search, wanted]);
  const asked = place?.page ?? 1;
  const isWhole = usePrinting() || place === undefined;
  const perPage = isWhole ? Math.max(1, found.length) : place.perPage;
  // The same rows while another letter is typed: the table is drawn once, when they are others.
  const page = useMemo(() => pageOf(found, asked, perPage), [found, asked, perPage]);
  const shown = useSameItems(page.shown);
  // A list without rows may still be loading; one that is printed has no pages.
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
