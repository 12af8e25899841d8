/**
 * What a device was told to do and did: tests and benches read it and wait for it. An action that was done twice is in
 * it twice, so that a test can see that it was done exactly once.
 */
import type { DoneAction } from '../core/actions/action-desk.ts';

const MAX_KEPT = 1_000;

export function createActionLog() {
  const done: DoneAction[] = [];
  const listeners = new Set<(action: DoneAction) => void>();
  return {
    add(action: DoneAction) {
      done.push(action);
      if (done.length > MAX_KEPT) done.shift();
      for (const listener of [...listeners]) listener(action);
    },
    /** The last ones, oldest first. */
    all: (): readonly DoneAction[] => [...done],
    onAction(listener: (action: DoneAction) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
