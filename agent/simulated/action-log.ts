/** What a device was told to do and did: tests and benches read it and wait for it. */
import type { DoneAction } from '../core/action-desk.ts';

const MOST_KEPT = 1_000;

export function createActionLog() {
  const done = new Map<string, DoneAction>();
  const listeners = new Set<(action: DoneAction) => void>();
  return {
    add(action: DoneAction) {
      if (done.has(action.id)) return;
      done.set(action.id, action);
      const [oldest] = done.keys();
      if (done.size > MOST_KEPT && oldest !== undefined) done.delete(oldest);
      for (const listener of [...listeners]) listener(action);
    },
    /** The last ones, oldest first; each id once. */
    all: (): readonly DoneAction[] => [...done.values()],
    onAction(listener: (action: DoneAction) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
