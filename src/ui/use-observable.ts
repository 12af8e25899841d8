/**
 * Renders again whenever the value of the store changes or, with `read`, its result. `read` must return the
 * same object until it changes.
 */
import { useSyncExternalStore } from 'react';
import type { Observable } from '#protocol/observable.ts';

type Followed = Pick<Observable<unknown>, 'subscribe'>;

export function useObservable<T>(store: Observable<T>): T;
export function useObservable<T>(store: Followed, read: () => T): T;
export function useObservable<T>(store: Followed & Partial<Observable<T>>, read = store.get): T | undefined {
  return useSyncExternalStore(store.subscribe, read ?? (() => undefined));
}
