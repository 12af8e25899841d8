/** The computers of the group that are off, as the tab with the devices has found them out last. */
import type { ActionTarget, AwayTargets } from '../../features/action-bar/action-target.ts';

export function createAwayTargets(): AwayTargets & {
  /** Undefined: nobody knows who is off. */
  set(targets: readonly ActionTarget[] | undefined): void;
} {
  let list: readonly ActionTarget[] | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => list,
    subscribe(call) {
      listeners.add(call);
      return () => void listeners.delete(call);
    },
    set(targets) {
      if (list === targets) return;
      list = targets;
      for (const call of [...listeners]) call();
    },
  };
}
