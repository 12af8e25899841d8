import { createObservable, type Settable } from '#protocol/observable.ts';
import type { ActionTarget } from './action-target.ts';

/** Keeps the targets that were set last; an empty list does not notify when the list is empty already. */
export function createHeldTargets(): Settable<readonly ActionTarget[]> {
  const store = createObservable<readonly ActionTarget[]>([]);
  return {
    ...store,
    set(targets) {
      if (store.get().length > 0 || targets.length > 0) store.set(targets);
    },
  };
}
