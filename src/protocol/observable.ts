/**
 * One value that has listeners: the small store of everything that lives outside React. Parts of a page read it
 * by `useObservable`; both functions may be passed on by themselves.
 */
export type Observable<T> = {
  get(): T;
  /** Calls `call` after each change; the returned function ends that. */
  subscribe(call: () => void): () => void;
};

export type Settable<T> = Observable<T> & {
  /** Tells the listeners, unless `next` is the value that stands. */
  set(next: T): void;
};

export function createObservable<T>(first: T): Settable<T> {
  const { subscribe, tell } = createListeners();
  let value = first;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      tell();
    },
    subscribe,
  };
}

/**
 * The listeners of a store that works its value out when it is asked, or of something that happens: `Args` tell what.
 * They are called in the order in which they came. A listener may end itself while it is called.
 */
export function createListeners<Args extends unknown[] = []>() {
  // An entry for each call of `subscribe`: the same function may listen twice.
  const listeners = new Set<{ call: (...args: Args) => void }>();
  return {
    subscribe(call: (...args: Args) => void): () => void {
      const listener = { call };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(...args: Args) {
      for (const { call } of [...listeners]) call(...args);
    },
    /** Ends all of them. */
    clear: () => listeners.clear(),
    /** How many listen. */
    count: () => listeners.size,
  };
}
