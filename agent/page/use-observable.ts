/** Draws a part of the page again whenever the store has another value. */
import { useSyncExternalStore } from 'react';
import type { Observable } from '#protocol/observable.ts';

export const useObservable = <T>({ subscribe, get }: Observable<T>): T =>
  useSyncExternalStore(subscribe, get);
