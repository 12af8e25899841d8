/**
 * Draws a part again whenever the store has another value; with `read`, whenever that answers another one. `read` answers
 * the same object as long as nothing of it has changed.
 */
import { useSyncExternalStore } from 'react';
import type { Observable } from '#protocol/observable.ts';

type Followed = Pick<Observable<unknown>, 'subscribe'>;

export function useObservable<T>(store: Observable<T>): T;
export function useObservable<T>(store: Followed, read: () => T): T;
export function useObservable<T>(store: Followed & Partial<Observable<T>>, read = store.get): T | undefined {
  return useSyncExternalStore(store.subscribe, read ?? (() => undefined));
}
