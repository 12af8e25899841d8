import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ListPlace } from '#ui/list/use-list.ts';

/** The page of the list in this address; the first page is omitted. */
export function usePage(): Omit<ListPlace, 'perPage'> {
  const { page = 1 } = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    page,
    onPage: (next, replace) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, page: next === 1 ? undefined : next }),
        replace,
      }),
  };
}
