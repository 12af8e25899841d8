import { useMemo, useState } from 'react';
import type { InventoryQuery } from '#protocol/threads/inventory-worker.ts';
import { inventoryClient } from '#rest/inventory/inventory-client.ts';
import type { ListSelection } from '#ui/list/list-selection.ts';

/** The selected devices, across all pages. Only the worker knows the rows of the other pages. */
export function useInventorySelection(query: InventoryQuery, found: number): ListSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** The ids of all rows of a filter, after all of them were selected. */
  const [whole, setWhole] = useState<{ search: string; ids: readonly string[] }>();
  return useMemo(() => {
    const isAll =
      whole?.search === query.search && whole.ids.length === found && whole.ids.every((id) => chosen.has(id));
    async function selectAll(isSelected: boolean): Promise<void> {
      if (!isSelected) return setChosen(new Set());
      const ids = await inventoryClient.ids(query).catch((): readonly string[] => []);
      setWhole({ search: query.search, ids });
      setChosen((before) => new Set([...before, ...ids]));
    }
    return {
      has: (id) => chosen.has(id),
      ids: [...chosen],
      state: chosen.size === 0 ? 'none' : isAll ? 'all' : 'some',
      replace: (next) => setChosen(new Set(next)),
      select(id, isSelected) {
        const next = new Set(chosen);
        if (isSelected) next.add(id);
        else next.delete(id);
        setChosen(next);
      },
      selectAll: (isSelected) => void selectAll(isSelected),
    };
  }, [chosen, whole, query, found]);
}
