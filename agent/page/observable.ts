/** One value that has listeners: what the page shows of everything that lives outside React. */
import { useSyncExternalStore } from 'react';

export type Observable<T> = {
  get(): T;
  /** Answers the undo. */
  subscribe(call: () => void): () => void;
};
export type Settable<T> = Observable<T> & { set(next: T): void };

export function createObservable<T>(first: T): Settable<T> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const call of [...listeners]) call();
    },
    subscribe(call) {
      listeners.add(call);
      return () => listeners.delete(call);
    },
  };
}

export const useObservable = <T>({ subscribe, get }: Observable<T>): T =>
  useSyncExternalStore(subscribe, get);
