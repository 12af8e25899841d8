/** Which cards are selected, by their keys. A screen that shows cards makes its own. */
import { proxy } from 'valtio/vanilla';
import type { EpochMs } from '#protocol/clock.ts';
import { isAbsentKey } from '../absent-members.ts';

function clear(selected: Record<string, unknown>): void {
  for (const key of Object.keys(selected)) delete selected[key];
}

/** Stored among the keys: everything is selected as a rule. No card has this key. */
const ALL_KEY = '*';

/**
 * `selected`: the keys of the initially selected cards. Cards arrive one after the other, so these stay
 * selected until they have been on the screen, or until `awaitNone`.
 */
export function createCardSelection(selected: readonly string[] = []) {
  /** A card's key → true. A record, so that a card reads only its own key. */
  const first = selected.filter((key) => key !== ALL_KEY);
  const selection = proxy<Record<string, true>>(Object.fromEntries(first.map((key) => [key, true])));
  /**
   * A card's key → when it left the screen while it was selected. Such devices are selected again when they
   * reconnect.
   */
  const toComeBack = proxy<Record<string, EpochMs>>({});
  const awaited = new Set(first);
  /** `isAll`: everything is selected as a rule, also cards that are added later. */
  const rule = proxy({ isAll: first.length < selected.length });

  /** A selection made while no selected card is on the screen is a new one. */
  function add(keys: readonly string[]): void {
    if (Object.keys(selection).length === 0) clear(toComeBack);
    for (const key of keys) selection[key] = true;
  }

  return {
    selection,
    toComeBack,
    rule,
    /** The argument of `createCardSelection` that restores this selection. */
    selectedKeys: (): string[] => [...(rule.isAll ? [ALL_KEY] : []), ...Object.keys(selection)],
    select(key: string, isSelected: boolean): void {
      if (isSelected) add([key]);
      else {
        delete selection[key];
        rule.isAll = false;
      }
    },
    /** `withLatecomers`: these are all existing cards, and cards that are added later are selected too. */
    selectAll(keys: readonly string[], { withLatecomers = false } = {}): void {
      add(keys);
      rule.isAll = withLatecomers;
    },
    clearSelection(): void {
      rule.isAll = false;
      clear(selection);
      clear(toComeBack);
    },
    /**
     * `keys`: the cards of the screen; `selectable`: those that can be selected. Cards that have left are
     * deselected; the cards of devices are selected again when they reconnect.
     */
    keepSelected(keys: readonly string[], nowMs: EpochMs, selectable = keys): void {
      const here = new Set(keys);
      if (rule.isAll) for (const key of selectable) selection[key] = true;
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
    /** Devices that left before `ms` are not selected when they reconnect. */
    forgetLeftBefore(ms: EpochMs): void {
      for (const [key, leftAt] of Object.entries(toComeBack)) if (leftAt < ms) delete toComeBack[key];
      // The class has left: the next one is not selected.
      if (Object.keys(selection).length + Object.keys(toComeBack).length === 0) rule.isAll = false;
    },
    /** Initially selected cards that have not appeared by now count as left at the next `keepSelected`. */
    awaitNone(): void {
      awaited.clear();
    },
  };
}

export type CardSelection = ReturnType<typeof createCardSelection>;
