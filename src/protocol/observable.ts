/**
 * One value with listeners: the small store for all state outside of React. Components read it by
 * `useObservable`. Both functions may be passed on by themselves.
 */
export type Observable<T> = {
  get(): T;
  /** Calls `call` after each change; the returned function unsubscribes. */
  subscribe(call: () => void): () => void;
};

export type Settable<T> = Observable<T> & {
  /** Notifies the listeners, unless `next` is the current value. */
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
 * Listeners of a store that computes its value on request, or of an event with the arguments `Args`. They are
 * called in the order in which they subscribed. A listener may unsubscribe while it is called.
 */
export function createListeners<Args extends unknown[] = []>() {
  // One entry for each call of `subscribe`, because the same function may subscribe twice.
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
    /** Removes all listeners. */
    clear: () => listeners.clear(),
    /** Number of listeners. */
    count: () => listeners.size,
  };
}
