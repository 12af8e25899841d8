/** Renders again whenever the observable's value changes. */
import { useSyncExternalStore } from 'react';
import type { Observable } from '#protocol/observable.ts';

export const useObservable = <T>({ subscribe, get }: Observable<T>): T =>
  useSyncExternalStore(subscribe, get);
