import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ListPlace } from '../../ui/list/use-list.ts';

/** The page of a list of this screen, which the address has. */
export function usePage(perPage: number): ListPlace {
  const { page = 1 } = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    page,
    perPage,
    onPage: (next, replace) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, page: next === 1 ? undefined : next }),
        replace,
      }),
  };
}
