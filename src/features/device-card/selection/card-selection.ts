/** Which cards are selected, by their keys. A screen that shows cards makes its own. */
import { proxy } from 'valtio/vanilla';

/** `selected`: the keys of the cards that are selected from the beginning. */
export function createCardSelection(selected: readonly string[] = []) {
  /** A card's key → true. A record, so that a card reads only its own key. */
  const selection = proxy<Record<string, true>>(Object.fromEntries(selected.map((key) => [key, true])));
  return {
    selection,
    select(key: string, isSelected: boolean): void {
      if (isSelected) selection[key] = true;
      else delete selection[key];
    },
    selectAll(keys: readonly string[]): void {
      for (const key of keys) selection[key] = true;
    },
    clearSelection(): void {
      for (const key of Object.keys(selection)) delete selection[key];
    },
    /** Cards that have left the screen are not selected any more: `keys` are those that it still has. */
    keepSelected(keys: readonly string[]): void {
      const here = new Set(keys);
      for (const key of Object.keys(selection)) if (!here.has(key)) delete selection[key];
    },
  };
}

export type CardSelection = ReturnType<typeof createCardSelection>;
