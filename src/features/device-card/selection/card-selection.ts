/** Which cards are selected, by their keys. A screen that shows cards makes its own. */
import { proxy } from 'valtio/vanilla';

/**
 * `selected`: the keys of the cards that are selected from the beginning. They stay selected until they have been on the
 * screen, since cards come one after the other, or until `awaitNone`.
 */
export function createCardSelection(selected: readonly string[] = []) {
  /** A card's key → true. A record, so that a card reads only its own key. */
  const selection = proxy<Record<string, true>>(Object.fromEntries(selected.map((key) => [key, true])));
  const awaited = new Set(selected);
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
      for (const key of here) awaited.delete(key);
      for (const key of Object.keys(selection))
        if (!here.has(key) && !awaited.has(key)) delete selection[key];
    },
    /** What was selected from the beginning and has not come by now is gone at the next `keepSelected`. */
    awaitNone(): void {
      awaited.clear();
    },
  };
}

export type CardSelection = ReturnType<typeof createCardSelection>;
