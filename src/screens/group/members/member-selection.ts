import { useMemo, useState } from 'react';

export type MemberSelection = {
  has(id: string): boolean;
  /** Of the members that are there: who left the group is not selected any more. */
  ids: readonly string[];
  state: 'none' | 'some' | 'all';
  select(id: string, isSelected: boolean): void;
  /** All that are shown by the search, on every page; or none at all. */
  selectAll(isSelected: boolean): void;
};

/** Lives as long as the tab is open (part 1 §2). `found`: what the search leaves; `all`: every member. */
export function useMemberSelection(
  all: readonly { id: string }[],
  found: readonly { id: string }[],
): MemberSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    const ids = all.flatMap(({ id }) => (chosen.has(id) ? [id] : []));
    const isAll = found.length > 0 && found.every(({ id }) => chosen.has(id));
    return {
      has: (id) => chosen.has(id),
      ids,
      state: ids.length === 0 ? 'none' : isAll ? 'all' : 'some',
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
