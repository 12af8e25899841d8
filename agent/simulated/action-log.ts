/**
 * The log of a device's actions, which tests and benchmarks read and wait for. An action that was performed
 * twice is listed twice, so that a test can prove that each was performed once.
 */
import type { DoneAction } from '../core/actions/action-dispatcher.ts';

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
    /** Returns the last actions, oldest first. */
    all: (): readonly DoneAction[] => [...done],
    onAction(listener: (action: DoneAction) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
