import { createObservable, type Settable } from '#protocol/observable.ts';
import type { ActionTarget } from './action-target.ts';

/** An observable list of targets. Setting an empty list while it is empty notifies no listener. */
export function createHeldTargets(): Settable<readonly ActionTarget[]> {
  const store = createObservable<readonly ActionTarget[]>([]);
  return {
    ...store,
    set(targets) {
      if (store.get().length > 0 || targets.length > 0) store.set(targets);
    },
  };
}
