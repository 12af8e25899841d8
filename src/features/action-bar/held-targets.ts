import { createObservable, type Settable } from '#protocol/observable.ts';
import type { ActionTarget } from './action-target.ts';

/** Holds the targets that the list has found last. */
export function createHeldTargets(): Settable<readonly ActionTarget[]> {
  const store = createObservable<readonly ActionTarget[]>([]);
  return {
    ...store,
    set(targets) {
      if (store.get().length > 0 || targets.length > 0) store.set(targets);
    },
  };
}
