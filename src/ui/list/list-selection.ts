import { useMemo, useState } from 'react';

/** Which rows of a list are selected, on every page of it. */
export type ListSelection = {
  has(id: string): boolean;
  /** Of the rows that the list still has: a row that left it is not selected any more. */
  ids: readonly string[];
  state: 'none' | 'some' | 'all';
  /** These rows, and those alone. */
  replace(ids: Iterable<string>): void;
  select(id: string, isSelected: boolean): void;
  /** Every row that the search has found, on every page; or no row at all. */
  selectAll(isSelected: boolean): void;
};

/** A selection that lives as long as the list is shown. `found`: what the search leaves of `all`. */
export function useListSelection(
  all: readonly { id: string }[],
  found: readonly { id: string }[],
): ListSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    const ids = all.flatMap(({ id }) => (chosen.has(id) ? [id] : []));
    const isAll = found.length > 0 && found.every(({ id }) => chosen.has(id));
    return {
      has: (id) => chosen.has(id),
      ids,
      state: ids.length === 0 ? 'none' : isAll ? 'all' : 'some',
      replace: (next) => setChosen(new Set(next)),
      select(id, isSelected) {
        const next = new Set(chosen);
        if (isSelected) next.add(id);
        else next.delete(id);
        setChosen(next);
      },
      selectAll: (isSelected) =>
        setChosen(isSelected ? new Set([...chosen, ...found.map(({ id }) => id)]) : new Set()),
    };
  }, [all, found, chosen]);
}
