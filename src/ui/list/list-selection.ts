import { useMemo, useRef, useState } from 'react';
import { sameItems } from '#domain/lists/same-items.ts';
import { useSteady } from './use-steady.ts';

/** The selected rows of a list, on all of its pages. */
export type ListSelection = {
  has(id: string): boolean;
  /** Only rows that the list still has: a removed row is not selected any more. */
  ids: readonly string[];
  state: 'none' | 'some' | 'all';
  replace(ids: Iterable<string>): void;
  select(id: string, isSelected: boolean): void;
  /** Selects every row found by the search, on every page, or none. */
  selectAll(isSelected: boolean): void;
};

const NOTHING: readonly string[] = [];

/**
 * A selection that lives while the list is mounted. `found`: the rows of `all` that match the search. The
 * object is stable while the selection and the matching rows are. `first`: the initial selection, applied as
 * its rows arrive.
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
