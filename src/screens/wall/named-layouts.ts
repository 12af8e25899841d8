/** Named layouts of the user in this browser, one entry `grid-layout-{name}` each. */
import {
  formatNamedLayout,
  layoutName,
  type NamedLayoutAnswer,
  readNamedLayout,
} from '#domain/wall/grid-layout.ts';
import type { Positions } from '#domain/wall/positions.ts';
import { createListeners } from '#protocol/observable.ts';

const PREFIX = 'grid-layout-';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export function createNamedLayouts(storage: () => Storage) {
  const { subscribe, tell: notify } = createListeners();
  let known: readonly string[] = [];

  function read(): readonly string[] {
    try {
      const place = storage();
      const keys = Array.from({ length: place.length }, (_, at) => place.key(at) ?? '');
      return keys
        .filter((key) => key.startsWith(PREFIX) && key.length > PREFIX.length)
        .map((key) => key.slice(PREFIX.length))
        .sort(collator.compare);
    } catch {
      return [];
    }
  }

  function write(name: string, text: string): boolean {
    try {
      storage().setItem(PREFIX + name, text);
      return true;
    } catch (error) {
      console.warn('layout', error);
      return false;
    } finally {
      notify();
    }
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
    open(name: string): NamedLayoutAnswer {
      try {
        return readNamedLayout(storage().getItem(PREFIX + name) ?? '');
      } catch {
        return { name: 'refused', why: 'unreadable' };
      }
    },
    /** Returns false if the browser's storage is full. */
    save: (name: string, positions: Positions, size: number): boolean =>
      layoutName(name) !== '' && write(layoutName(name), formatNamedLayout(positions, size)),
    /** Returns a function that restores the layout. */
    remove(name: string): () => void {
      try {
        const text = storage().getItem(PREFIX + name);
        storage().removeItem(PREFIX + name);
        notify();
        return () => void (text !== null && write(name, text));
      } catch {
        return () => {};
      }
    },
  };
}

export const namedLayouts = createNamedLayouts(() => localStorage);
