import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Delay between the last key press and the new address: browsers limit how often it may change. */
const DEBOUNCE_MS = 300;

export type InventoryPlace = {
  /** Starts at 1. */
  page: number;
  turnTo(page: number, replace?: boolean): void;
  search: string;
  /** A new filter starts on the first page. */
  setSearch(search: string): void;
  /** A new order starts on the first page, too. */
  toFirstPage(): void;
};

/** Filter and page of the current table. They are in the address, so that reload and Back restore them. */
export function useInventoryPlace(): InventoryPlace {
  const { page = 1, filter = '' } = useSearch({ from: '/console/clients' });
  const navigate = useNavigate({ from: '/clients' });
  const [search, setTyped] = useState(filter);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Number of pending navigations: the address is then older than the field. */
  const underWay = useRef(0);

  useEffect(() => {
    if (underWay.current === 0 && timer.current === undefined) setTyped(filter);
  }, [filter]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const write = useCallback(
    async (next: { filter: string; page: number }, replace: boolean): Promise<void> => {
      clearTimeout(timer.current);
      timer.current = undefined;
      underWay.current += 1;
      await navigate({
        search: (before) => ({
          ...before,
          filter: next.filter === '' ? undefined : next.filter,
          page: next.page === 1 ? undefined : next.page,
        }),
        replace,
      });
      underWay.current -= 1;
    },
    [navigate],
  );
  const toFirstPage = useCallback(() => {
    if (page !== 1) void write({ filter: search, page: 1 }, true);
  }, [write, page, search]);

  return {
    page,
    turnTo: (next, replace = false) => void write({ filter: search, page: next }, replace),
    search,
    setSearch(next) {
      setTyped(next);
      clearTimeout(timer.current);
      const toAddress = () => void write({ filter: next, page: 1 }, true);
      if (page === 1) timer.current = setTimeout(toAddress, DEBOUNCE_MS);
      else toAddress();
    },
    toFirstPage,
  };
}
