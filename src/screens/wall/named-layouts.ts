/** Named layouts of the user in this browser, one entry `grid-layout-{name}` each. */
import {
  formatNamedLayout,
  layoutName,
  type NamedLayoutAnswer,
  readNamedLayout,
} from '#domain/wall/grid-layout.ts';
import type { Positions } from '#domain/wall/positions.ts';
import { createListeners } from '#protocol/observable.ts';
import { storedKeys, storedText } from '#protocol/storage/stored-value.ts';

const PREFIX = 'grid-layout-';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export function createNamedLayouts(storage: () => Storage) {
  const { subscribe, tell: notify } = createListeners();
  let known: readonly string[] = [];

  const stored = (name: string) => storedText(storage, PREFIX + name);
  const read = (): readonly string[] =>
    storedKeys(storage, PREFIX)
      .map((key) => key.slice(PREFIX.length))
      .filter((name) => name !== '')
      .sort(collator.compare);

  function write(name: string, text: string | undefined): boolean {
    const isStored = stored(name).set(text);
    notify();
    return isStored;
  }

  return {
    subscribe,
    /** The names in order; the same array while they are the same. */
    get(): readonly string[] {
      const next = read();
      if (next.length !== known.length || next.some((name, at) => name !== known[at])) known = next;
      return known;
    },
    has: (name: string) => read().includes(layoutName(name)),
    open: (name: string): NamedLayoutAnswer => readNamedLayout(stored(name).get() ?? ''),
    /** Returns false if the browser's storage is full. */
    save: (name: string, positions: Positions, size: number): boolean =>
      layoutName(name) !== '' && write(layoutName(name), formatNamedLayout(positions, size)),
    /** Returns a function that restores the layout. */
    remove(name: string): () => void {
      const text = stored(name).get();
      write(name, undefined);
      return () => void (text !== undefined && write(name, text));
    },
  };
}

export const namedLayouts = createNamedLayouts(() => localStorage);
