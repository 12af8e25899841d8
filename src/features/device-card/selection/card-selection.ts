/** Which cards are selected, by their keys. A screen that shows cards makes its own. */
import { proxy } from 'valtio/vanilla';
import { isAbsentKey } from '../absent-members.ts';

function clear(selected: Record<string, unknown>): void {
  for (const key of Object.keys(selected)) delete selected[key];
}

/**
 * `selected`: the keys of the cards that are selected from the beginning. They stay selected until they have been on the
 * screen, since cards come one after the other, or until `awaitNone`.
 */
export function createCardSelection(selected: readonly string[] = []) {
  /** A card's key → true. A record, so that a card reads only its own key. */
  const selection = proxy<Record<string, true>>(Object.fromEntries(selected.map((key) => [key, true])));
  /**
   * Devices whose card left the screen while it was selected: they are selected again when they are back. A card's key → when it
   * has left, in ms since 1970.
   */
  const toComeBack = proxy<Record<string, number>>({});
  const awaited = new Set(selected);

  /** Who selects something while no selected card is left on the screen begins anew. */
  function add(keys: readonly string[]): void {
    if (Object.keys(selection).length === 0) clear(toComeBack);
    for (const key of keys) selection[key] = true;
  }

  return {
    selection,
    toComeBack,
    select(key: string, isSelected: boolean): void {
      if (isSelected) add([key]);
      else delete selection[key];
    },
    selectAll: add,
    clearSelection(): void {
      clear(selection);
      clear(toComeBack);
    },
    /**
     * `keys`: the cards that the screen still has. Cards that have left it are not selected any more; those of devices are
     * selected again when they are back.
     */
    keepSelected(keys: readonly string[], nowMs: number): void {
      const here = new Set(keys);
      for (const key of here) {
        awaited.delete(key);
        if (toComeBack[key] === undefined) continue;
        delete toComeBack[key];
        selection[key] = true;
      }
      for (const key of Object.keys(selection)) {
        if (here.has(key) || awaited.has(key)) continue;
        delete selection[key];
        if (!isAbsentKey(key)) toComeBack[key] = nowMs;
      }
    },
    /** Devices that left before `ms` are not selected when they are back. */
    forgetLeftBefore(ms: number): void {
      for (const [key, leftAt] of Object.entries(toComeBack)) if (leftAt < ms) delete toComeBack[key];
    },
    /** What was selected from the beginning and has not come by now has left at the next `keepSelected`. */
    awaitNone(): void {
      awaited.clear();
    },
  };
}

export type CardSelection = ReturnType<typeof createCardSelection>;
