import { useMemo, useRef, useState } from 'react';
import { sameItems } from '#domain/lists/same-items.ts';
import { useSteady } from './use-steady.ts';

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

const NOTHING: readonly string[] = [];

/**
 * A selection that lives as long as the list is shown. `found`: what the search leaves of `all`. It is the same object while
 * the same rows are selected, whatever rows come meanwhile. `first`: what is selected at the beginning, as soon as it comes.
 */
export function useListSelection(
  all: readonly { id: string }[],
  found: readonly { id: string }[],
  first: () => readonly string[] = () => NOTHING,
): ListSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(first()));
  const last = useRef(NOTHING);
  const ids = useMemo(
    () => (chosen.size === 0 ? NOTHING : all.flatMap(({ id }) => (chosen.has(id) ? [id] : NOTHING))),
    [all, chosen],
  );
  last.current = sameItems(ids, last.current);
  const selected = last.current;
  const isAll = found.length > 0 && chosen.size > 0 && found.every(({ id }) => chosen.has(id));
  const state = selected.length === 0 ? 'none' : isAll ? 'all' : 'some';
  const selectAll = useSteady((isSelected: boolean) =>
    setChosen(isSelected ? new Set([...chosen, ...found.map(({ id }) => id)]) : new Set()),
  );
  return useMemo(
    () => ({
      has: (id) => chosen.has(id),
      ids: selected,
      state,
      replace: (next) => setChosen(new Set(next)),
      select(id, isSelected) {
        const next = new Set(chosen);
        if (isSelected) next.add(id);
        else next.delete(id);
        setChosen(next);
      },
      selectAll,
    }),
    [chosen, selected, state, selectAll],
  );
}
