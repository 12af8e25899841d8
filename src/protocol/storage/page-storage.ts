/** Storage of a page. A browser may block it, by its setting for site data, or have no room for it. */

export type PageStorage = {
  readonly length: number;
  key(index: number): string | null;
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
  clear(): void;
};
type StorageName = 'localStorage' | 'sessionStorage';

/** `stored`: the browser's own storage works. Otherwise a reload loses what could not be stored. */
export type StorageState = 'stored' | 'blocked' | 'full';

const PROBE_NAME = 'lectern.probe';
/** More than a session needs. */
const PROBE_VALUE = 'x'.repeat(16 * 1_024);

/**
 * Replaces `page[name]` if the browser blocks it or it is full. The replacement holds in memory what the
 * browser does not accept, so other code and libraries need no second way. Call it before any of them.
 */
export function ensureStorage(
  page: { readonly [Name in StorageName]?: PageStorage | null },
  name: StorageName,
): StorageState {
  let own: PageStorage | undefined;
  let state: StorageState;
  try {
    own = page[name] ?? undefined;
    own?.setItem(PROBE_NAME, PROBE_VALUE);
    own?.removeItem(PROBE_NAME);
    state = own === undefined ? 'blocked' : 'stored';
  } catch (error) {
    state = error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'blocked';
  }
  if (state !== 'stored')
    Object.defineProperty(page, name, {
      value: withMemory(state === 'full' ? own : undefined),
      configurable: true,
    });
  return state;
}

function withMemory(own: PageStorage | undefined): PageStorage {
  const inMemory = new Map<string, string>();
  const names = () => {
    const stored = Array.from({ length: own?.length ?? 0 }, (_, index) => own?.key(index) ?? '');
    return [...new Set([...stored, ...inMemory.keys()])];
  };
  return {
    get length() {
      return names().length;
    },
    key: (index) => names()[index] ?? null,
    getItem: (name) => inMemory.get(name) ?? own?.getItem(name) ?? null,
    setItem(name, value) {
      inMemory.set(name, value);
      try {
        own?.setItem(name, value);
        if (own !== undefined) inMemory.delete(name);
      } catch {
        // The storage is full, so the value stays in memory.
      }
    },
    removeItem(name) {
      inMemory.delete(name);
      own?.removeItem(name);
    },
    clear() {
      inMemory.clear();
      own?.clear();
    },
  };
}
